import type { ClinicDays } from "#room/billing/clinic-days.ts";
import type { VisitSort } from "#room/contract/schemas/visit-filter.ts";
import type { OpenVisitTable, VisitTable } from "./visit-tables.ts";
import type { SortKey } from "./visit-types.ts";

/** Combines a day and an amount into one safe integer; amounts above a billion major units count as a billion. */
const amounts = 1e11;

/** The order by need: the clinic's day of the first event, then the most money first. */
export function needOf(
  { first_received_at, amount_minor }: Pick<VisitTable, "first_received_at" | "amount_minor">,
  days: ClinicDays,
): number {
  const least = amounts - 1 - Math.min(Math.max(amount_minor, 0), amounts - 1);
  return days.dayOf(first_received_at) * amounts + least;
}

/** Done visits need no attention: a list that has them is by age instead. */
export const sortColumns = {
  need: "need",
  age: "first_received_at",
  amount: "amount_minor",
  received: "received_at",
  serviceDate: "service_date",
  reason: "reason_key",
} as const satisfies Record<VisitSort, keyof OpenVisitTable>;

export type SortColumn = (typeof sortColumns)[VisitSort];

export interface Order {
  readonly sort: VisitSort;
  readonly isDescending: boolean;
}

/** Texts as the databases compare them, by their bytes; JavaScript puts an emoji before a fullwidth sign. */
function compareValues(a: string | number, b: string | number): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Negative if the first comes first. */
export function compareKeys(a: SortKey, b: SortKey, { isDescending }: Pick<Order, "isDescending">): number {
  const upward = compareValues(a[0], b[0]) || compareValues(a[1], b[1]);
  return isDescending ? -upward : upward;
}
