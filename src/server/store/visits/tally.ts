import type { VisitTable } from "./visit-tables.ts";
import type { Found } from "./visit-types.ts";

/** Counts visits, and sums their amounts by currency in whole minor units. */
export class Tally {
  total = 0;
  readonly #sums = new Map<string, number>();

  add({ currency, amount_minor }: Pick<VisitTable, "currency" | "amount_minor">): void {
    this.addMany(currency, 1, amount_minor);
  }

  addMany(currency: string, count: number, minor: number): void {
    this.total += count;
    if (currency !== "" && count > 0) this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + minor);
  }

  merge(other: Tally): void {
    this.total += other.total;
    for (const [currency, minor] of other.#sums)
      this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + minor);
  }

  /** The largest of its sums. */
  get largest(): number {
    return Math.max(0, ...this.#sums.values());
  }

  found(): Found {
    return { total: this.total, isExact: true, sums: this.#sums };
  }
}

const talliesKept = 200;

/** The totals of filters, kept until a visit changes, since each page of a list needs them again. */
export class KeptTallies {
  readonly #known = new Map<string, Tally>();

  get(key: string): Tally | undefined {
    return this.#known.get(key);
  }

  keep(key: string, tally: Tally): void {
    if (this.#known.size >= talliesKept) this.#known.clear();
    this.#known.set(key, tally);
  }

  forget(): void {
    if (this.#known.size > 0) this.#known.clear();
  }
}
