import type { Kysely } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { lastChange } from "./last-change.ts";
import type { Viewer, ChangesSince } from "./visit-types.ts";

const maxReturned = 1000;

/**
 * The visits that changed after a change number, up to the last. Numbers are assigned under a lock that all changes
 * hold until they commit, so a reader of the last number can read all changes up to it. The number is read first, so
 * that later changes are reported the next time.
 */
export async function changesSince(
  db: Kysely<Tables>,
  since: number,
  { practices }: Pick<Viewer, "practices">,
): Promise<ChangesSince> {
  const changeNumber = await lastChange(db);
  if (since > changeNumber) return { changeNumber, visits: [], isTooOld: true };
  if (since === changeNumber) return { changeNumber, visits: [], isTooOld: false };
  const rows = await db
    .selectFrom("visit")
    .select(["visit_id", "practice_id", "was_open"])
    .where("change_number", ">", since)
    .orderBy("change_number")
    .limit(maxReturned + 1)
    .execute();
  if (rows.length > maxReturned) return { changeNumber, visits: [], isTooOld: true };
  const isSeen = (row: { readonly practice_id: string }) =>
    practices.length === 0 || practices.includes(row.practice_id);
  const others = rows.filter((row) => !isSeen(row) && row.was_open === 1);
  const gone = await movedFrom(
    db,
    practices,
    others.map((row) => row.visit_id),
  );
  const visible = rows.filter((row) => isSeen(row) || gone.has(row.visit_id));
  return { changeNumber, visits: visible.map((row) => row.visit_id), isTooOld: false };
}

/** Visits that an earlier event placed in one of these practices: they are on the screens of those who saw them there. */
async function movedFrom(
  db: Kysely<Tables>,
  practices: readonly string[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("visit_event")
    .innerJoin("charged_event", "charged_event.event_id", "visit_event.event_id")
    .select("visit_event.visit_id")
    .where("visit_event.visit_id", "in", ids)
    .where("charged_event.practice_id", "in", practices)
    .execute();
  return new Set(rows.map((row) => row.visit_id));
}
