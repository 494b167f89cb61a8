interface Ranked {
  readonly index: number;
  readonly score: number;
}

/** The best codes, each once; ties are in code order. */
export class BestCodes {
  readonly #limit: number;
  readonly #ranked: Ranked[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  takes(index: number, score: number): boolean {
    const worst = this.#ranked[this.#limit - 1];
    return !worst || score < worst.score || (score === worst.score && index < worst.index);
  }

  offer(index: number, score: number): void {
    if (!this.takes(index, score)) return;
    let low = 0;
    let high = this.#ranked.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const one = this.#ranked[middle];
      if (one && (one.score < score || (one.score === score && one.index < index))) low = middle + 1;
      else high = middle;
    }
    this.#ranked.splice(low, 0, { index, score });
    if (this.#ranked.length > this.#limit) this.#ranked.pop();
  }

  indexes(): number[] {
    return this.#ranked.map(({ index }) => index);
  }
}
