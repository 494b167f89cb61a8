import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { ReadFilter } from "./match-visits.ts";
import { Tally } from "./tally.ts";

/** The number of visits in some states, from the counts that are updated with each change. */
export async function countVisits(
  db: Kysely<Tables>,
  { states, practices }: Pick<ReadFilter, "states" | "practices">,
): Promise<Tally> {
  const tally = new Tally();
  if (states.size === 0) return tally;
  const rows = await db
    .selectFrom("visit_count")
    .select(["currency", "visits", "sum_minor", "practice_id"])
    .where(
      "name",
      "in",
      [...states].map((state) => `state:${state}`),
    )
    .execute();
  for (const { currency, visits, sum_minor, practice_id } of rows)
    if (practices?.has(practice_id) !== false) tally.addMany(currency, visits, sum_minor);
  return tally;
}
