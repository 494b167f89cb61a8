import { type Kysely, sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";

type Count = Tables["visit_count"];

/** The first digits of the ids of one query, so that none takes long. */
const parts = Array.from({ length: 16 }, (_, index) => index.toString(16));

const keyOf = ({ name, practice_id, currency }: Count) => JSON.stringify([name, practice_id, currency]);

function add(all: Map<string, Count>, rows: readonly Count[], sign: 1 | -1): void {
  for (const { name, practice_id, currency, visits, sum_minor } of rows) {
    const count = { name, practice_id, currency, visits: 0, sum_minor: 0 };
    const known = all.get(keyOf(count)) ?? count;
    known.visits += sign * Number(visits);
    known.sum_minor += sign * Number(sum_minor);
    all.set(keyOf(count), known);
  }
}

/** What is missing in the counts, according to the rows: visits by state, and events by the day they arrived. */
async function missingIn(db: Kysely<Tables>): Promise<{ missing: Count[]; told: string[] }> {
  const all = new Map<string, Count>();
  const kept = await db.selectFrom("visit_count").selectAll().execute();
  add(all, kept, -1);
  for (const first of parts) {
    const visits = await sql<Count>`select 'state:' || state as name, practice_id, currency,
        count(*) as visits, sum(amount_minor) as sum_minor
      from visit where visit_id >= ${first} and visit_id < ${`${first}g`}
      group by state, practice_id, currency`.execute(db);
    const events = await sql<Count>`select 'day:' || (received_at / 86400000) ||
        case result when 1 then ':charged' else ':withheld' end as name,
        practice_id, '' as currency, count(*) as visits, 0 as sum_minor
      from charged_event where event_id >= ${first} and event_id < ${`${first}g`}
      group by 1, practice_id`.execute(db);
    add(all, [...visits.rows, ...events.rows], 1);
  }
  const refused = await sql<Count>`select 'day:' || (received_at / 86400000) || ':refused' as name,
      practice_id, '' as currency, count(*) as visits, 0 as sum_minor
    from refused_event group by 1, practice_id`.execute(db);
  add(all, refused.rows, 1);
  const missing = [...all.values()].filter(({ visits, sum_minor }) => visits !== 0 || sum_minor !== 0);
  const told = missing.map((row) => {
    const { visits = 0 } = kept.find((each) => keyOf(each) === keyOf(row)) ?? {};
    return `${keyOf(row)}: ${visits} instead of ${visits + row.visits}`;
  });
  return { missing, told };
}

/**
 * Compares the counts with the rows, both as of one moment, aside of all other work. What is missing is added under the
 * lock that all changes take, and returned: whatever changed since has been added to the counts too.
 */
export async function recountVisits(
  { db, aside }: Pick<Engine, "db" | "aside">,
  lock: (transaction: Kysely<Tables>) => Promise<unknown>,
): Promise<readonly string[]> {
  const { missing, told } = await aside.transaction().setIsolationLevel("repeatable read").execute(missingIn);
  if (missing.length === 0) return [];
  await db.transaction().execute(async (transaction) => {
    await lock(transaction);
    for (const row of missing)
      await transaction
        .insertInto("visit_count")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["name", "practice_id", "currency"]).doUpdateSet({
            visits: sql<number>`visit_count.visits + excluded.visits`,
            sum_minor: sql<number>`visit_count.sum_minor + excluded.sum_minor`,
          }),
        )
        .execute();
    await transaction.deleteFrom("visit_count").where("visits", "=", 0).where("sum_minor", "=", 0).execute();
  });
  return told;
}
