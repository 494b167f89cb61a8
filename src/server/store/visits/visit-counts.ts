import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { ReadFilter } from "./match-visits.ts";
import { Tally } from "./tally.ts";

export const doneStates = ["charged", "closed"] as const;
type DoneState = (typeof doneStates)[number];

type CountRow = Selectable<Tables["visit_count"]>;

/** The counts that are updated with each change: of the done visits, and of the events of some days, if given. */
export async function readCounts(
  db: Kysely<Tables>,
  { firstDay, lastDay }: { readonly firstDay: number; readonly lastDay: number } = {
    firstDay: 0,
    lastDay: -1,
  },
): Promise<CountRow[]> {
  return db
    .selectFrom("visit_count")
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        eb(
          "name",
          "in",
          doneStates.map((state) => `state:${state}`),
        ),
        and([eb("name", ">=", `day:${firstDay}:`), eb("name", "<", `day:${lastDay}:~`)]),
      ]),
    )
    .execute();
}

/** The number of charged and closed visits. */
export function countDone(
  rows: readonly CountRow[],
  practices: ReadFilter["practices"],
): Record<DoneState, Tally> {
  const tallies = { charged: new Tally(), closed: new Tally() };
  for (const { name, currency, visits, sum_minor, practice_id } of rows)
    for (const state of doneStates)
      if (name === `state:${state}` && practices?.has(practice_id) !== false)
        tallies[state].addMany(currency, visits, sum_minor);
  return tallies;
}

/** The number of events of each day, in order. */
export function countDays(
  rows: readonly CountRow[],
  { firstDay, lastDay }: { readonly firstDay: number; readonly lastDay: number },
  practices: ReadFilter["practices"],
) {
  const days = Array.from({ length: Math.max(0, lastDay - firstDay + 1) }, (_, index) => ({
    day: firstDay + index,
    charged: 0,
    withheld: 0,
    refused: 0,
  }));
  for (const { name, practice_id, visits } of rows) {
    const [, day, outcome] = name.split(":");
    const of = days[Number(day) - firstDay];
    if (!of || practices?.has(practice_id) === false) continue;
    if (outcome === "charged" || outcome === "withheld" || outcome === "refused") of[outcome] += visits;
  }
  return days;
}
