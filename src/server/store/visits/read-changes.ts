import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { lastChange } from "./open-visits.ts";
import type { Asker, ChangesSince } from "./visit-types.ts";

const mostTold = 1000;

/**
 * The visits that changed after a change number, up to the last. Numbers are assigned under a lock that all changes
 * hold until they commit, so a reader of the last number can read all changes up to it. The number is read first, so
 * that later changes are reported the next time.
 */
export async function changesSince(
  db: Kysely<Tables>,
  since: number,
  { practices }: Pick<Asker, "practices">,
): Promise<ChangesSince> {
  const changeNumber = await lastChange(db);
  if (since > changeNumber) return { changeNumber, visits: [], isTooOld: true };
  if (since === changeNumber) return { changeNumber, visits: [], isTooOld: false };
  const rows = await db
    .selectFrom("visit")
    .select(["visit_id", "practice_id"])
    .where("change_number", ">", since)
    .orderBy("change_number")
    .limit(mostTold + 1)
    .execute();
  if (rows.length > mostTold) return { changeNumber, visits: [], isTooOld: true };
  const seen = rows.filter((row) => practices.length === 0 || practices.includes(row.practice_id));
  return { changeNumber, visits: seen.map((row) => row.visit_id), isTooOld: false };
}
