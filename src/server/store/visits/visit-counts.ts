import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { Found } from "./visit-types.ts";

export class Tally {
  total = 0;
  readonly #sums = new Map<string, number>();

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

  get largest(): number {
    return Math.max(0, ...this.#sums.values());
  }

  found(): Found {
    return { total: this.total, isExact: true, sums: this.#sums };
  }
}

type CountRow = Selectable<Tables["visit_count"]>;
type Practices = ReadonlySet<string> | undefined;

interface Days {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** How many visits of some practices there are of each state, and the currencies of all visits. */
export async function countStates(
  db: Kysely<Tables>,
  practices: Practices,
): Promise<{ readonly counts: ReadonlyMap<string, Tally>; readonly currencies: readonly string[] }> {
  const rows = await db
    .selectFrom("visit_count")
    .selectAll()
    .where("name", ">=", "state:")
    .where("name", "<", "state:~")
    .where("visits", ">", 0)
    .execute();
  const counts = new Map<string, Tally>();
  const currencies = new Set<string>();
  for (const { name, currency, visits, sum_minor, practice_id } of rows) {
    if (currency !== "") currencies.add(currency);
    if (practices?.has(practice_id) === false) continue;
    const state = name.slice("state:".length);
    counts.set(state, (counts.get(state) ?? new Tally()).addMany(currency, visits, sum_minor));
  }
  return { counts, currencies: [...currencies] };
}

/** Adds to what is counted. */
export async function addCounts(db: Kysely<Tables>, rows: readonly CountRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("visit_count")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["name", "practice_id", "currency"]).doUpdateSet({
        visits: sql<number>`visit_count.visits + excluded.visits`,
        sum_minor: sql<number>`visit_count.sum_minor + excluded.sum_minor`,
      }),
    )
    .execute();
}

export async function readDays(db: Kysely<Tables>, { firstDay, lastDay }: Days): Promise<CountRow[]> {
  return db
    .selectFrom("visit_count")
    .selectAll()
    .where("name", ">=", `day:${firstDay}:`)
    .where("name", "<", `day:${lastDay}:~`)
    .execute();
}

export function countDays(rows: readonly CountRow[], { firstDay, lastDay }: Days, practices: Practices) {
  const days = Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => ({
    day: firstDay + index,
    charged: 0,
    corrected: 0,
    withheld: 0,
    refused: 0,
  }));
  for (const { name, practice_id, visits } of rows) {
    const [, day, outcome] = name.split(":");
    const of = days[Number(day) - firstDay];
    if (!of || practices?.has(practice_id) === false) continue;
    if (outcome === "charged" || outcome === "corrected" || outcome === "withheld" || outcome === "refused")
      of[outcome] += visits;
  }
  return days;
}
