import { Listeners } from "#room/signals/listeners.ts";
import { useSyncExternalStore } from "react";
import { type Right, roles } from "#room/contract/rights.ts";
import { onCallFailure } from "./call-failures.ts";
import { callOperation } from "./call-operation.ts";
import { OperationRefused, UnexpectedStatus } from "./failures.ts";
import { networkOrSoon } from "./network-or-soon.ts";
import { contractNow } from "./contract.ts";
import { serviceConfig, setServiceConfig } from "./service-config.ts";
import { keysOf } from "./parse-config.ts";
import { sessionState, subscribeSession } from "./session-state.ts";

/** Limits the extensions to those this user may use; the others are treated as missing. */
function narrowExtensions(rights: readonly string[]): void {
  const contract = contractNow();
  const extensions = keysOf(serviceConfig().extensionNames).filter((key) => {
    const right = contract?.registry[key].right ?? "anyone";
    return right === "anyone" || right === "signed-in" || rights.includes(right);
  });
  setServiceConfig({ ...serviceConfig(), extensions });
}

/**
 * What the service says about the signed-in user. Used to decide what to show; each call is still checked on its own.
 */
interface Account {
  readonly role: string | undefined;
  readonly rights: readonly string[];
  readonly practices?: readonly string[] | null | undefined;
  /** For others: the practices of the clinic's visits when they signed in. */
  readonly practicesInUse?: readonly string[] | null | undefined;
  /** Nothing else is allowed before they have a second factor. */
  readonly mustSetUpFactor?: boolean | null | undefined;
  readonly rightsMark?: string | null | undefined;
}

/** For a service without roles, or one that does not answer: the rights everyone has. */
const anybody: Account = { role: undefined, rights: roles.lead };

let account: Account | undefined;
let requestedFor: string | undefined;
/** Whose account it is. */
let owner: string | undefined;
const listeners = new Listeners();

function become(next: Account): void {
  account = next;
  listeners.tell();
}

/** Again when what they may do has changed. */
export async function askAccount(): Promise<void> {
  if (!serviceConfig().extensions.includes("getAccount")) return become(anybody);
  const of = requestedFor;
  try {
    const answer = await callOperation("getAccount", {}, { whenSessionLost: "fail", timeoutMs: 5000 });
    if (of !== requestedFor) return;
    narrowExtensions(answer.rights);
    become(answer);
  } catch (error) {
    if (of !== requestedFor) return;
    become(account ?? anybody);
    // It has no such answer, or none for them.
    if ((error instanceof OperationRefused || error instanceof UnexpectedStatus) && error.status < 429)
      return;
    await networkOrSoon();
    // Until then an administrator is kept from the pages that only they have.
    if (of === requestedFor) void askAccount();
  }
}

/** A setting changed while they were signed in. */
onCallFailure((failure) => {
  const isNews = failure instanceof OperationRefused && failure.code === "SecondFactorSetUpNeeded";
  if (isNews && account?.mustSetUpFactor !== true) void askAccount();
});

function look(): void {
  const state = sessionState();
  const name = state.kind === "signed-in" ? state.userName : undefined;
  if (name === requestedFor) return;
  requestedFor = name;
  if (name === undefined) return;
  if (name !== owner) account = undefined;
  owner = name;
  void askAccount();
}

/**
 * Fetched at the start of each session, while the workspace opens; after a reload the session may have started already.
 */
subscribeSession(look);
look();

const subscribe = listeners.add;

/** The practices that the user is limited to; none: not limited, or not known yet. */
export function ownPractices(): readonly string[] {
  return account?.practices ?? [];
}

export function practicesInUse(): readonly string[] {
  return account?.practicesInUse ?? [];
}

export function ownRightsMark(): string | undefined {
  return account?.rightsMark ?? undefined;
}

export function useAccount(): Account | undefined {
  return useSyncExternalStore(subscribe, () => account);
}

export function useMay(right: Right): boolean {
  return useAccount()?.rights.includes(right) === true;
}
