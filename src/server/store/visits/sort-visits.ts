import type { VisitSort } from "#room/contract/schemas/visit-filter.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { SortKey } from "./visit-types.ts";

const dayMs = 86_400_000;
/** Combines a day and an amount into one safe integer; amounts above a billion major units count as a billion. */
const amounts = 1e11;

/** The order by need: the day (UTC) of the first event, then the most money first. */
export function needOf({
  first_received_at,
  amount_minor,
}: Pick<VisitTable, "first_received_at" | "amount_minor">): number {
  const least = amounts - 1 - Math.min(Math.max(amount_minor, 0), amounts - 1);
  return Math.floor(first_received_at / dayMs) * amounts + least;
}

/** A date as a number that sorts the same; 0 for none. */
export function numberOfDay(day: string): number {
  return day === "" ? 0 : Number(day.replaceAll("-", ""));
}

/** The column with an index over the done visits. Done visits need no attention, so need sorts them by age. */
export const sortColumns = {
  need: "first_received_at",
  age: "first_received_at",
  amount: "amount_minor",
  received: "received_at",
  serviceDate: "service_date",
  reason: "reason_key",
} as const satisfies Record<VisitSort, keyof VisitTable>;

export interface Order {
  readonly sort: VisitSort;
  readonly isDescending: boolean;
}

export function keyOf(row: VisitTable, { sort }: Pick<Order, "sort">): SortKey {
  return [sort === "need" ? needOf(row) : row[sortColumns[sort]], row.visit_id];
}

/** Negative if the first comes first. */
export function compareKeys(a: SortKey, b: SortKey, { isDescending }: Pick<Order, "isDescending">): number {
  const upward = a[0] === b[0] ? (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0) : a[0] < b[0] ? -1 : 1;
  return isDescending ? -upward : upward;
}

/**
 * Keeps the first ones offered, in order, up to a limit. If they are offered in random order, only a few of many have
 * to be inserted.
 */
export class FirstFew<T> {
  readonly #most: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #rows: T[] = [];
  /** True if something had to be left out. */
  isCut = false;

  constructor(most: number, compare: (a: T, b: T) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  offer(row: T): void {
    const rows = this.#rows;
    const last = rows.at(-1);
    if (rows.length >= this.#most) {
      this.isCut = true;
      if (last === undefined || this.#compare(row, last) >= 0) return;
      rows.pop();
    }
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = rows[middle];
      if (at !== undefined && this.#compare(at, row) <= 0) low = middle + 1;
      else high = middle;
    }
    rows.splice(low, 0, row);
  }

  get rows(): readonly T[] {
    return this.#rows;
  }
}
