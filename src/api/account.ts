import { useSyncExternalStore } from "react";
import { type Right, roles } from "#room/contract/rights.ts";
import { onCallFailure } from "./call-failures.ts";
import { callOperation } from "./call-operation.ts";
import { OperationRefused } from "./failures.ts";
import { narrowExtensions } from "./narrow-extensions.ts";
import { serviceConfig } from "./service-config.ts";
import { sessionState, subscribeSession } from "./session-state.ts";

/** What the service says of whoever is signed in. It decides what is shown; each call is let through or not by itself. */
interface Account {
  readonly role: string | undefined;
  readonly rights: readonly string[];
  /** Nothing else can be done before they have a second factor. */
  readonly mustSetUpFactor?: boolean | null | undefined;
}

/** Of a service that knows no roles, or does not answer: what everybody may do. */
const anybody: Account = { role: undefined, rights: roles.lead };

let account: Account | undefined;
let askedFor: string | undefined;
const listeners = new Set<() => void>();

function become(next: Account): void {
  account = next;
  for (const listener of listeners) listener();
}

async function ask(): Promise<void> {
  if (!serviceConfig().extensions.includes("getAccount")) return become(anybody);
  try {
    const answer = await callOperation("getAccount", {}, { whenSessionLost: "fail", timeoutMs: 5000 });
    narrowExtensions(answer.rights);
    become(answer);
  } catch {
    become(account ?? anybody);
  }
}

/** What they may do has changed by what they did. */
export function askAccountAgain(): Promise<void> {
  return ask();
}

/** A setting that came while they were here. */
onCallFailure((failure) => {
  const isNews = failure instanceof OperationRefused && failure.code === "SecondFactorSetUpNeeded";
  if (isNews && account?.mustSetUpFactor !== true) void ask();
});

function look(): void {
  const state = sessionState();
  const name = state.kind === "signed-in" ? state.userName : undefined;
  if (name === askedFor) return;
  askedFor = name;
  if (name !== undefined) void ask();
}

/** Asked at each beginning of a session, while the workspace is opened; after a reload it may have begun before. */
subscribeSession(look);
look();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who the user is here; undefined until it is known. */
export function useAccount(): Account | undefined {
  return useSyncExternalStore(subscribe, () => account);
}

/** Whether to show what needs this right. */
export function useMay(right: Right): boolean {
  return useAccount()?.rights.includes(right) === true;
}
