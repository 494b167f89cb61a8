import type { CallFailure } from "./failures.ts";

/** Who is signed in, as the pages may know it. The key itself never leaves this room but for the workspace's lock. */
export type SessionState =
  /** Not asked yet (the page has just been loaded). */
  | { readonly kind: "unasked" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "signed-in"; readonly userName: string }
  /** It was there and ended in the midst of work; the same user can go on in place. */
  | { readonly kind: "lost"; readonly userName: string };

let state: SessionState = { kind: "unasked" };
let sessionKey: string | undefined;
let begun = 0;
const listeners = new Set<() => void>();
const lossListeners = new Set<(failure: CallFailure | undefined) => void>();

export function sessionState(): SessionState {
  return state;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: SessionState): void {
  if (state.kind === next.kind && userNameOf(state) === userNameOf(next)) return;
  state = next;
  for (const listener of listeners) listener();
}

export function userNameOf(of: SessionState): string | undefined {
  return of.kind === "signed-in" || of.kind === "lost" ? of.userName : undefined;
}

/** A session is there: signed in, signed in again, or found after a reload. */
export function sessionBegins(userName: string, key: string | undefined): void {
  sessionKey = key;
  begun += 1;
  become({ kind: "signed-in", userName });
}

/** Another number for each session that began here: what is answered late is about the one that it was asked in. */
export function sessionNumber(): number {
  return begun;
}

export function sessionEnds(): void {
  sessionKey = undefined;
  become({ kind: "signed-out" });
}

/** The session ended under us. Announced once, however many calls find it out. */
export function sessionIsLost(failure?: CallFailure): void {
  if (state.kind !== "signed-in") return;
  sessionKey = undefined;
  become({ kind: "lost", userName: state.userName });
  for (const listener of lossListeners) listener(failure);
}

/** Told once each time a live session turns out to have ended: by a 401, a session flag, or another tab. */
export function onSessionLost(listener: (failure: CallFailure | undefined) => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

/**
 * The session id that Auth gave, for the messaging members and to tie the workspace's key to the live session.
 * Undefined after a reload of a service that does not tell it again. Never keep, log or show it.
 */
export function currentSessionKey(): string | undefined {
  return sessionKey;
}

/**
 * Waits until the same user is back. False when someone else signed in, or the user chose to sign out: then what was
 * refused for the session must not be sent again.
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
