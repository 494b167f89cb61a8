import { valueOf } from "#room/server/store/rows.ts";
import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import type { ChangesAfter } from "./visit-types.ts";

export async function lastChange(db: Kysely<Tables>): Promise<number> {
  return (await valueOf(db.selectFrom("last_number").where("name", "=", "invoice"), "changes")) ?? 0;
}

const maxReturned = 1000;

/**
 * The visits that changed after a change number, up to the last. Numbers are assigned under a lock that all changes
 * hold until they commit, so a reader of the last number can read all changes up to it. The number is read first, so
 * that later changes are reported the next time.
 */
export async function changesAfter(db: Kysely<Tables>, since: number): Promise<ChangesAfter> {
  const changeNumber = await lastChange(db);
  if (since > changeNumber) return { changeNumber, changes: [], isTooOld: true };
  if (since === changeNumber) return { changeNumber, changes: [], isTooOld: false };
  const rows = await db
    .selectFrom("visit")
    .select(["visit_id", "practice_id", "event_count", "change_number"])
    .where("change_number", ">", since)
    .orderBy("change_number")
    .limit(maxReturned + 1)
    .execute();
  if (rows.length > maxReturned) return { changeNumber, changes: [], isTooOld: true };
  const practices = new Map(rows.map((row) => [row.visit_id, new Set([row.practice_id])]));
  // A visit with one event has not moved.
  const several = rows.filter((row) => row.event_count > 1).map((row) => row.visit_id);
  for (const { visit_id, practice_id } of await placesBefore(db, several))
    practices.get(visit_id)?.add(practice_id);
  const changes = rows.map((row) => ({
    visitId: row.visit_id,
    changeNumber: row.change_number,
    practices: practices.get(row.visit_id) ?? new Set<string>(),
  }));
  return { changeNumber, changes, isTooOld: false };
}

async function placesBefore(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("visit_event")
    .innerJoin("charged_event", "charged_event.event_id", "visit_event.event_id")
    .select(["visit_event.visit_id", "charged_event.practice_id"])
    .where("visit_event.visit_id", "in", ids)
    .execute();
}
