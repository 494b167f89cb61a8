/** After this long without activity, calls count as automatic. Milliseconds. */
const awayAfterMs = 60_000;

let last = Date.now();

/** The user typed or pointed, in this or another tab. */
export function noteSignOfPerson(): void {
  last = Date.now();
}

/** Nobody is active: a call is automatic and does not count as use of the session. */
export function isNobodyThere(): boolean {
  // After the clock was set back, nobody knows how long ago it was.
  return Math.abs(Date.now() - last) > awayAfterMs;
}
