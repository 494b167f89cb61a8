import { Listeners } from "#room/signals/listeners.ts";
import type { CallFailure } from "./failures.ts";

/**
 * Who is signed in, as pages may know it. The session key itself never leaves `api/`, except to the workspace's lock.
 */
export type SessionState =
  /** Not checked yet (the page was just loaded). */
  | { readonly kind: "unasked" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "signed-in"; readonly userName: string }
  /** The session ended during work; the same user can continue in place. */
  | { readonly kind: "lost"; readonly userName: string };

let state: SessionState = { kind: "unasked" };
let sessionKey: string | undefined;
let begun = 0;
const listeners = new Listeners();
const lossListeners = new Listeners<[CallFailure | undefined]>();

export function sessionState(): SessionState {
  return state;
}

export const subscribeSession = listeners.add;

function become(next: SessionState): void {
  if (state.kind === next.kind && userNameOf(state) === userNameOf(next)) return;
  state = next;
  listeners.tell();
}

export function userNameOf(of: SessionState): string | undefined {
  return of.kind === "signed-in" || of.kind === "lost" ? of.userName : undefined;
}

export function sessionBegins(userName: string, key: string | undefined): void {
  sessionKey = key;
  begun += 1;
  become({ kind: "signed-in", userName });
}

/** A number for each session, to match late answers with the session they were requested in. */
export function sessionNumber(): number {
  return begun;
}

export function sessionEnds(): void {
  sessionKey = undefined;
  become({ kind: "signed-out" });
}

/** The session ended unexpectedly. Announced once, however many calls notice. */
export function sessionIsLost(failure?: CallFailure): void {
  if (state.kind !== "signed-in") return;
  sessionKey = undefined;
  become({ kind: "lost", userName: state.userName });
  lossListeners.tell(failure);
}

/** Called each time an active session turns out to have ended: by a 401, a session flag, or another tab. */
export const onSessionLost = lossListeners.add;

/**
 * The session id from Auth, for the messaging members and to tie the workspace's key to the session. Undefined after a
 * reload if the service does not repeat it. Never store, log or show it.
 */
export function currentSessionKey(): string | undefined {
  return sessionKey;
}

/**
 * Waits until the same user is back. False when somebody else signed in, or the user signed out: then the refused
 * request must not be sent again.
 */
export function sameUserReturns(signal?: AbortSignal): Promise<boolean> {
  const userName = userNameOf(state);
  return new Promise((resolve) => {
    const check = () => {
      if (state.kind === "lost" && state.userName === userName && !signal?.aborted) return;
      stop();
      signal?.removeEventListener("abort", check);
      resolve(!signal?.aborted && state.kind === "signed-in" && state.userName === userName);
    };
    const stop = subscribeSession(check);
    signal?.addEventListener("abort", check);
    check();
  });
}
