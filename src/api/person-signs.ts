import { Listeners } from "#room/signals/listeners.ts";

/** After this long without activity, calls count as automatic. Milliseconds. */
const awayAfterMs = 60_000;

let last = Date.now();
const returnListeners = new Listeners();

/** The user typed or pointed, in this or another tab. */
export function noteSignOfPerson(): void {
  const wasAway = isNobodyThere();
  last = Date.now();
  if (wasAway) returnListeners.tell();
}

/** Calls at the first sign of a person after nobody was there. Returns a function that ends it. */
export const onPersonReturns = returnListeners.add;

/** Nobody is active: a call is automatic and does not count as use of the session. */
export function isNobodyThere(): boolean {
  // After the clock was set back, nobody knows how long ago it was.
  return Math.abs(Date.now() - last) > awayAfterMs;
}
