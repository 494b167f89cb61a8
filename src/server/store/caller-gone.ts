import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Whoever asked went away, and what was being read for them was ended. */
export class CallerGone extends Error {}

/** Reads that see one state of the database. */
export function readOneState<T>(
  db: Kysely<Tables>,
  read: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").execute(read);
}

const callers = new AsyncLocalStorage<AbortSignal>();

/** Reads sums; their statements end at the database once the signal aborts. */
export function readUntil<T>(callerGone: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  return callerGone ? callers.run(callerGone, read) : read();
}

/** Runs a statement of `readUntil`: none begins once the caller is gone, and `end` ends the one that runs. */
export async function endable<T>(run: () => Promise<T>, end: () => unknown): Promise<T> {
  const signal = callers.getStore();
  if (!signal) return run();
  if (signal.aborted) throw new CallerGone();
  let ending: unknown;
  const onAbort = () => {
    ending = end();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await run();
  } catch (error) {
    throw signal.aborted ? new CallerGone(undefined, { cause: error }) : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    // The next statement of the connection must not be the one that is ended.
    await ending;
  }
}
