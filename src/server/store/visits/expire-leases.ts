import type { Kysely } from "kysely";
import { lockCounter, raiseCounter } from "#room/server/store/charge-queries.ts";
import { putVisits } from "./visit-queries.ts";
import type { VisitParts } from "#room/server/store/commit-charges.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";

/** Ended in one transaction; the rest follow in the next. */
const maxAtOnce = 200;

/** A visit that was taken later than this from now: the clock was set back, and would hold it until that time is here. */
const maxAhead = 5 * 60_000;

function overNow(db: Kysely<Tables>, now: number) {
  const visits = db.selectFrom("visit").selectAll().limit(maxAtOnce);
  const taken = visits
    .where("taken_until", ">", 0)
    .where((build) => build.or([build("taken_until", "<=", now), build("taken_at", ">", now + maxAhead)]));
  const putOff = visits.where("snoozed_until", ">", 0).where("snoozed_until", "<=", now);
  return Promise.all([taken.execute(), putOff.execute()]);
}

/**
 * By the clock, readers take them for expired already; ending them makes numbered changes, so that every screen hears of
 * it. True if there was one.
 */
export async function expireLeases(
  engine: Omit<VisitParts, "seal" | "db"> & { readonly db: Kysely<Tables> },
  now: number,
): Promise<boolean> {
  const { db, vault } = engine;
  const [taken, putOff] = await overNow(db, now);
  if (taken.length === 0 && putOff.length === 0) return false;
  const seal = await vault.sealer();
  await db.transaction().execute((transaction) => end({ ...engine, seal, db: transaction }, now));
  return true;
}

async function end(parts: VisitParts, now: number): Promise<void> {
  const { db, seal } = parts;
  const { value, changes } = await lockCounter(db);
  // Checked under the lock: a lease renewed in the meantime stays.
  const [taken, putOff] = await overNow(db, now);
  const rows = new Map<string, VisitTable>();
  const change = (row: VisitTable, part: Partial<VisitTable>) => {
    const known = rows.get(row.visit_id);
    const change_number = known?.change_number ?? changes + rows.size + 1;
    rows.set(row.visit_id, { ...row, ...known, ...part, change_number });
  };
  const actions = [];
  for (const row of taken) {
    change(row, { taken_by: null, taken_at: 0, taken_until: 0 });
    actions.push({
      visit_id: row.visit_id,
      at: Math.min(row.taken_until, now),
      deed: "ran out" as const,
      detail: row.taken_by,
    });
  }
  for (const row of putOff) {
    change(row, { snoozed_until: 0 });
    actions.push({ visit_id: row.visit_id, at: row.snoozed_until, deed: "woken" as const, detail: null });
  }
  if (actions.length === 0) return;
  await putVisits(parts, [...rows.values()]);
  await raiseCounter(parts, { value, changes: changes + rows.size });
  await db
    .insertInto("visit_deed")
    .values(
      actions.map((action) => ({
        ...action,
        done_by: null,
        detail: seal.text(associatedData.actionDetail(action), action.detail),
      })),
    )
    .execute();
}
