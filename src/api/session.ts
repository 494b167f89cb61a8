import { useSyncExternalStore } from "react";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import { broadcast } from "#room/signals/broadcast.ts";
import { callOperation } from "./call-operation.ts";
import { OperationRefused } from "./failures.ts";
import { forgetSignedOut, isKnownSignedOut } from "./service-config.ts";
import {
  sessionBegins,
  sessionEnds,
  sessionIsLost,
  sessionState,
  subscribeSession,
  type SessionState,
} from "./session-state.ts";

export { currentSessionKey, onSessionLost, sameUserReturns, subscribeSession } from "./session-state.ts";
export type { SessionState } from "./session-state.ts";

/** This browser's other tabs: signing out in one locks all. */
const channel = broadcast("console-session");
channel.listen((message) => {
  if (message === "signed-out") sessionIsLost();
});

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

/** The members of Auth (interface 2.15): credentials, digest, or the return from OAuth. */
export type SignInMembers = RequestOf<"authenticate">;

/**
 * Signs in with user name and password. Throws OperationRefused (401, or 429 with retryAfterMs) and the other failures.
 */
export async function signIn(credentials: {
  readonly userName: string;
  readonly password: string;
  readonly rememberMe?: boolean;
}): Promise<string> {
  return signInWith({ provider: "credentials", ...credentials });
}

/**
 * Signs in with any members of Auth: a digest answer, or state and code from an identity provider. Returns the
 * userName.
 */
export async function signInWith(members: SignInMembers): Promise<string> {
  const reply = await callOperation("authenticate", members);
  return begin(reply, members.userName ?? "");
}

/** Continues a sign-in that Auth answered with `SecondFactorNeeded`, or one by passkey alone. Returns the userName. */
export async function proveSecondFactor(proof: RequestOf<"finishSecondFactor">): Promise<string> {
  return begin(await callOperation("finishSecondFactor", proof));
}

/** Starts a sign-in at an identity provider; returns the address to send the browser to. */
export async function beginProviderSignIn(
  provider: string,
  backTo: string,
  proof: { userName?: string; password?: string } = {},
): Promise<string | undefined> {
  const reply = await callOperation("authenticate", { provider, continue: backTo, ...proof });
  return reply.referrerUrl ?? undefined;
}

/**
 * Asks the service who is signed in (Auth `{}`), after a reload. When it cannot be reached or fails, throws and leaves
 * the state as is: that does not mean signed out.
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
    // A service that fails or is busy has not said that nobody is signed in.
    if (!(error instanceof OperationRefused) || error.outcome !== "refused") throw error;
    sessionEnds();
  }
  return sessionState();
}

/**
 * Tells the service that the user is active, so that the session does not time out. If it has ended, or is another
 * user's now, that is announced as for any other call. An unreachable service is ignored here.
 */
export async function keepSessionAlive(): Promise<void> {
  const before = sessionState();
  if (before.kind !== "signed-in") return;
  const isStillThere = await callOperation("authenticate", {}).then(
    ({ userName }) => userName?.toLowerCase() === before.userName.toLowerCase(),
    (error: unknown) => !(error instanceof OperationRefused && error.status === 401),
  );
  // A user who locked and returned meanwhile has a new session.
  if (!isStillThere && sessionState() === before) sessionIsLost();
}

/** The session timed out (idle) by the console's own clock: same as if the service had said so. */
export function endSessionHere(): void {
  sessionIsLost();
  channel.post("signed-out");
}
