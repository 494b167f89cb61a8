import { useSyncExternalStore } from "react";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { callOperation } from "./call-operation.ts";
import { OperationRefused } from "./failures.ts";
import { forgetSignedOut, isKnownSignedOut } from "./service-config.ts";
import {
  sessionBegins,
  sessionEnds,
  sessionIsLost,
  sessionState,
  subscribeSession,
} from "./session-state.ts";
import type { SessionState } from "./session-state.ts";

export { currentSessionKey, onSessionLost, sameUserReturns, subscribeSession } from "./session-state.ts";
export type { SessionState } from "./session-state.ts";

/** Other tabs of this browser: a sign-out in one locks all. */
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("console-session");
channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (data === "signed-out") sessionIsLost();
});

/** Who is signed in now. */
export function currentSession(): SessionState {
  return sessionState();
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState);
}

function begin(reply: ResponseOf<"authenticate">, fallbackName = ""): string {
  const userName = reply.userName ?? fallbackName;
  forgetSignedOut();
  sessionBegins(userName, reply.sessionId ?? undefined);
  return userName;
}

/** What is asked of the user, in the members of Auth (interface 2.15): credentials, digest, or the way back of OAuth. */
export type SignInMembers = RequestOf<"authenticate">;

/** Signs in with user name and password. Throws OperationRefused (401, 429 with retryAfterMs) and the others. */
export async function signIn(credentials: {
  readonly userName: string;
  readonly password: string;
  readonly rememberMe?: boolean;
}): Promise<string> {
  return signInWith({ provider: "credentials", ...credentials });
}

/** Signs in with any members of Auth: a digest answer, or state and code of an identity provider. Gives the userName. */
export async function signInWith(members: SignInMembers): Promise<string> {
  const reply = await callOperation("authenticate", members);
  refuseEmpty(reply);
  return begin(reply, members.userName ?? "");
}

/** Goes on with a sign-in that Auth answered with `SecondFactorNeeded`, or that is a passkey's alone. Gives the userName. */
export async function proveSecondFactor(proof: RequestOf<"finishSecondFactor">): Promise<string> {
  return begin(await callOperation("finishSecondFactor", proof));
}

/** A 200 whose responseStatus names an error is a refusal too. */
function refuseEmpty({ responseStatus }: ResponseOf<"authenticate">): void {
  if (!responseStatus?.errorCode) return;
  throw new OperationRefused(
    { code: responseStatus.errorCode, message: responseStatus.message ?? "", status: 200, issues: [] },
    { operation: "authenticate", outcome: "refused" },
  );
}

/** Begins a sign-in at an identity provider; gives the address to lead the browser to. */
export async function beginProviderSignIn(
  provider: string,
  backTo: string,
  proof: { userName?: string; password?: string } = {},
): Promise<string | undefined> {
  const reply = await callOperation("authenticate", { provider, continue: backTo, ...proof });
  refuseEmpty(reply);
  return reply.referrerUrl ?? undefined;
}

/**
 * Asks the service who is signed in (Auth `{}`), after a reload. A failure to reach it is thrown and leaves the state
 * as it was: being offline is not being signed out.
 */
export async function restoreSession(): Promise<SessionState> {
  if (isKnownSignedOut()) {
    sessionEnds();
    return sessionState();
  }
  try {
    const reply = await callOperation("authenticate", {});
    if (reply.userName) begin(reply);
    else sessionEnds();
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    sessionEnds();
  }
  return sessionState();
}

/**
 * Tells the service that a person is at work, so that the session does not end of idleness. One that has ended
 * meanwhile, or is another user's now, is announced as any other call would. Not reaching the service is no news here.
 */
export async function keepSessionAlive(): Promise<void> {
  const before = sessionState();
  if (before.kind !== "signed-in") return;
  const isStillThere = await callOperation("authenticate", {}).then(
    ({ userName }) => userName?.toLowerCase() === before.userName.toLowerCase(),
    (error: unknown) => !(error instanceof OperationRefused && error.status === 401),
  );
  // Who locked and came back meanwhile has a new session.
  if (!isStillThere && sessionState() === before) sessionIsLost();
}

/** The session's time is over by the console's own clock (idle): the same as if the service had said so. */
export function endSessionHere(): void {
  sessionIsLost();
  channel?.postMessage("signed-out");
}
