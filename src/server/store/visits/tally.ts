import type { VisitTable } from "./visit-tables.ts";
import type { Found } from "./visit-types.ts";

/** Counts visits, and sums their amounts by currency in whole minor units. */
export class Tally {
  total = 0;
  readonly #sums = new Map<string, number>();

  add({ currency, amount_minor }: Pick<VisitTable, "currency" | "amount_minor">): this {
    return this.addMany(currency, 1, amount_minor);
  }

  addMany(currency: string, count: number, minor: number): this {
    this.total += count;
    if (currency !== "" && count !== 0) this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + minor);
    return this;
  }

  merge(other: Tally, sign: 1 | -1 = 1): this {
    this.total += sign * other.total;
    for (const [currency, minor] of other.#sums)
      this.#sums.set(currency, (this.#sums.get(currency) ?? 0) + sign * minor);
    return this;
  }

  subtract(other: Tally): this {
    return this.merge(other, -1);
  }

  /** The largest of its sums. */
  get largest(): number {
    return Math.max(0, ...this.#sums.values());
  }

  found(): Found {
    return { total: this.total, isExact: true, sums: this.#sums };
  }
}
