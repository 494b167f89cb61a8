import { useSyncExternalStore } from "react";
import { OperationRefused } from "#room/api/failures.ts";

/** A sign-in that waits for its second step. */
export interface FactorPrompt {
  /** The session is there, of that user. */
  done: (userName: string) => void;
  /** It is not: the person went back, or it took too long. */
  fail: (why: Error) => void;
}

/** The person went back to the first step. */
export class WentBack extends Error {
  constructor() {
    super("You aren’t signed in: the second step wasn’t finished.");
  }
}

let prompt: FactorPrompt | undefined;
const listeners = new Set<() => void>();

function become(next: FactorPrompt | undefined): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Goes on where a password is not enough: the page that signs in shows the second step meanwhile. Else throws what it was given. */
export function goOnByFactor(error: unknown): Promise<string> {
  const isNeeded = error instanceof OperationRefused && error.code === "SecondFactorNeeded";
  if (!isNeeded) return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  prompt?.fail(new WentBack());
  return new Promise((resolve, reject) => {
    become({
      done(userName) {
        become(undefined);
        resolve(userName);
      },
      fail(why) {
        become(undefined);
        reject(why);
      },
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFactorPrompt(): FactorPrompt | undefined {
  return useSyncExternalStore(subscribe, () => prompt);
}
