import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { ReadFilter } from "./match-visits.ts";
import { Tally } from "./tally.ts";

export const doneStates = ["charged", "closed"] as const;
type DoneState = (typeof doneStates)[number];

/** The number of charged and closed visits, from the counts that are updated with each change. */
export async function countDone(
  db: Kysely<Tables>,
  practices: ReadFilter["practices"],
): Promise<Record<DoneState, Tally>> {
  const tallies = { charged: new Tally(), closed: new Tally() };
  const names = { "state:charged": "charged", "state:closed": "closed" } as const;
  const rows = await db
    .selectFrom("visit_count")
    .select(["name", "currency", "visits", "sum_minor", "practice_id"])
    .where("name", "in", Object.keys(names))
    .execute();
  for (const { name, currency, visits, sum_minor, practice_id } of rows) {
    if (name !== "state:charged" && name !== "state:closed") continue;
    if (practices?.has(practice_id) !== false) tallies[names[name]].addMany(currency, visits, sum_minor);
  }
  return tallies;
}
