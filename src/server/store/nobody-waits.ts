import { AsyncLocalStorage } from "node:async_hooks";

/** Whoever asked went away, and what was being read for them was ended. */
export class NobodyWaits extends Error {}

const callers = new AsyncLocalStorage<AbortSignal>();

/** Reads sums; their statements end at the database when the signal says that nobody waits for them. */
export function readWhile<T>(isWaited: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  return isWaited ? callers.run(isWaited, read) : read();
}

/** Runs a statement of `readWhile`: none begins once nobody waits, and `end` ends the one that runs. */
export async function endable<T>(run: () => Promise<T>, end: () => unknown): Promise<T> {
  const signal = callers.getStore();
  if (!signal) return run();
  if (signal.aborted) throw new NobodyWaits();
  let ending: unknown;
  const onAbort = () => {
    ending = end();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await run();
  } catch (error) {
    throw signal.aborted ? new NobodyWaits(undefined, { cause: error }) : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The next statement of the connection must not be the one that is ended.
    await ending;
  }
}
