const usual = 30_000;
const longest = 5 * 60_000;

/** Milliseconds to the next check by itself: doubled with each fault in a row, spread so that pages do not come as one. */
export function nextPause(faults: number, chance: number = Math.random()): number {
  const pause = Math.min(longest, usual * 2 ** Math.min(faults, 8));
  return faults === 0 ? pause : Math.round(pause * (0.8 + 0.4 * chance));
}

/** How many faults have come in a row, from the counts that React Query keeps of answers and faults. */
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
