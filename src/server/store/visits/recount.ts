import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "#room/server/store/tables.ts";
import { lastChange } from "./last-change.ts";

type Count = Tables["visit_count"];

const largeFrom = 10_000;

/** Prefixes of all ids: counted one part at a time, so that nobody waits for the whole. */
function partsOf(visits: number): string[] {
  const length = visits > largeFrom ? 2 : 1;
  return Array.from({ length: 16 ** length }, (_, index) => index.toString(16).padStart(length, "0"));
}

const keyOf = ({ name, practice_id, currency }: Count) => JSON.stringify([name, practice_id, currency]);

function add(all: Map<string, Count>, rows: readonly Count[]): void {
  for (const row of rows) {
    const count = { ...row, visits: Number(row.visits), sum_minor: Number(row.sum_minor) };
    const known = all.get(keyOf(count));
    if (!known) all.set(keyOf(count), count);
    else {
      known.visits += count.visits;
      known.sum_minor += count.sum_minor;
    }
  }
}

/** The counts according to the rows: visits by state, and events by the day they arrived. */
async function countAnew(db: Kysely<Tables>): Promise<Map<string, Count>> {
  const all = new Map<string, Count>();
  const kept = await db
    .selectFrom("visit_count")
    .select((build) => build.fn.sum<number | null>("visits").as("visits"))
    .executeTakeFirst();
  for (const step of partsOf(Number(kept?.visits ?? 0))) {
    const last = `${step}g`;
    const visits =
      await sql<Count>`select 'state:' || state as name, practice_id, currency, count(*) as visits,
        sum(amount_minor) as sum_minor
      from visit where visit_id >= ${step} and visit_id < ${last} group by state, practice_id, currency`.execute(
        db,
      );
    const events = await sql<Count>`select 'day:' || (received_at / 86400000) ||
        case result when 1 then ':charged' else ':withheld' end as name,
        practice_id, '' as currency, count(*) as visits, 0 as sum_minor
      from charged_event where event_id >= ${step} and event_id < ${last} group by 1, practice_id`.execute(
      db,
    );
    add(all, [...visits.rows, ...events.rows]);
    await nextTurn();
  }
  const refused =
    await sql<Count>`select 'day:' || (received_at / 86400000) || ':refused' as name, practice_id,
      '' as currency, count(*) as visits, 0 as sum_minor
    from refused_event group by 1, practice_id`.execute(db);
  add(all, refused.rows);
  return all;
}

/**
 * Compares the counts with the rows. Undefined if a visit changed in the meantime, since the comparison then means
 * nothing. Wrong counts are corrected, under the lock that all changes take, and returned by name.
 */
export async function recountVisits(
  db: Kysely<Tables>,
  lock: (transaction: Kysely<Tables>) => Promise<{ changes: number }>,
): Promise<readonly string[] | undefined> {
  const before = await lastChange(db);
  const counted = await countAnew(db);
  const kept = new Map<string, Count>();
  add(kept, await db.selectFrom("visit_count").selectAll().execute());
  if ((await lastChange(db)) !== before) return undefined;
  const drifted = [...new Set([...counted.keys(), ...kept.keys()])].filter((key) => {
    const [is, stored] = [counted.get(key), kept.get(key)];
    return (is?.visits ?? 0) !== (stored?.visits ?? 0) || (is?.sum_minor ?? 0) !== (stored?.sum_minor ?? 0);
  });
  if (drifted.length === 0) return [];
  const isMended = await db.transaction().execute(async (transaction) => {
    if ((await lock(transaction)).changes !== before) return false;
    await transaction.deleteFrom("visit_count").execute();
    const rows = [...counted.values()];
    for (let from = 0; from < rows.length; from += 200)
      await transaction
        .insertInto("visit_count")
        .values(rows.slice(from, from + 200))
        .execute();
    return true;
  });
  if (!isMended) return undefined;
  return drifted.map(
    (key) => `${key}: ${kept.get(key)?.visits ?? 0} instead of ${counted.get(key)?.visits ?? 0}`,
  );
}
