const usual = 30_000;
const longest = 5 * 60_000;

/**
 * Milliseconds to the next automatic check: doubled with each consecutive error, with jitter so that pages do not check
 * simultaneously.
 */
export function nextPause(faults: number, chance: number = Math.random()): number {
  const pause = Math.min(longest, usual * 2 ** Math.min(faults, 8));
  return faults === 0 ? pause : Math.round(pause * (0.8 + 0.4 * chance));
}

/** The number of consecutive errors, from React Query's counts of answers and errors. */
export class FaultRow {
  #answers = -1;
  #faultsBefore = 0;

  count(answers: number, faults: number): number {
    if (answers !== this.#answers) {
      this.#answers = answers;
      this.#faultsBefore = faults;
    }
    return Math.max(0, faults - this.#faultsBefore);
  }
}
