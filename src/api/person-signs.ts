/** After so long without one, what the page asks is asked by the page itself. Milliseconds. */
const awayAfterMs = 60_000;

let last = Date.now();

/** A person typed or pointed, in this tab or in another one. */
export function noteSignOfPerson(): void {
  last = Date.now();
}

/** Nobody is at work: a call is the page's own, and no use of the session. */
export function isNobodyThere(): boolean {
  return Date.now() - last > awayAfterMs;
}
