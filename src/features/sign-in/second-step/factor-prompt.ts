import { Listeners } from "#room/signals/listeners.ts";
import { useSyncExternalStore } from "react";
import { OperationRefused } from "#room/api/failures.ts";

export interface FactorPrompt {
  /** The session of that user is active. */
  done: (userName: string) => void;
  /** It failed: the user went back, or it took too long. */
  fail: (why: Error) => void;
}

/** The user went back to the first step. */
export class WentBack extends Error {
  constructor() {
    super("You aren’t signed in: the second step wasn’t finished.");
  }
}

let prompt: FactorPrompt | undefined;
const listeners = new Listeners();

function become(next: FactorPrompt | undefined): void {
  prompt = next;
  listeners.tell();
}

/**
 * Continues when a password is not enough: the sign-in page shows the second step meanwhile. Otherwise rethrows the
 * error.
 */
export function awaitSecondStep(error: unknown): Promise<string> {
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

const subscribe = listeners.add;

export function useFactorPrompt(): FactorPrompt | undefined {
  return useSyncExternalStore(subscribe, () => prompt);
}
