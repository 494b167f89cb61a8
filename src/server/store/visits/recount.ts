import { type Kysely, type RawBuilder, sql } from "kysely";
import { lockCounter } from "#room/server/store/charge-queries.ts";
import { someOf, didChange } from "#room/server/store/rows.ts";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { readOneState } from "#room/server/store/caller-gone.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { dayBy } from "#room/server/store/figures/figure-scope.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { needOf } from "./sort-visits.ts";
import { addCounts } from "./visit-counts.ts";

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

/** By which days the counts are, and how often they were counted anew. */
export async function readCounted(db: Kysely<Tables>) {
  return db.selectFrom("counted").select(["time_zone", "recounts"]).executeTakeFirstOrThrow();
}

async function dayArrived(db: Kysely<Tables>, days: ClinicDays): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`select min(received_at) as first,
      max(received_at) as last from (select received_at from charged_event
      union all select received_at from refused_event) as arrived`.execute(db);
  const { first, last } = rows[0] ?? {};
  return dayBy(days, "received_at", Number(first ?? 0), Number(last ?? 0));
}

/** What is missing in the counts, according to the rows: visits by state, and events by the day they arrived. */
async function missingIn(db: Kysely<Tables>, days: ClinicDays) {
  const { recounts } = await readCounted(db);
  const day = await dayArrived(db, days);
  const all = new Map<string, Count>();
  const kept = await db.selectFrom("visit_count").selectAll().execute();
  add(all, kept, -1);
  for (const first of parts) {
    const visits = await sql<Count>`select 'state:' || state as name, practice_id, currency,
        count(*) as visits, sum(amount_minor) as sum_minor
      from visit where visit_id >= ${first} and visit_id < ${`${first}g`}
      group by state, practice_id, currency`.execute(db);
    const events = await sql<Count>`select 'day:' || ${day} ||
        case result when 1 then ':charged' when 2 then ':corrected' else ':withheld' end as name,
        practice_id, '' as currency, count(*) as visits, 0 as sum_minor
      from charged_event where event_id >= ${first} and event_id < ${`${first}g`}
      group by 1, practice_id`.execute(db);
    add(all, [...visits.rows, ...events.rows], 1);
  }
  const refused = await sql<Count>`select 'day:' || ${day} || ':refused' as name,
      practice_id, '' as currency, count(*) as visits, 0 as sum_minor
    from refused_event group by 1, practice_id`.execute(db);
  add(all, refused.rows, 1);
  const missing = [...all.values()].filter(({ visits, sum_minor }) => visits !== 0 || sum_minor !== 0);
  const told = missing.map((row) => {
    const { visits = 0 } = kept.find((each) => keyOf(each) === keyOf(row)) ?? {};
    return `${keyOf(row)}: ${visits} instead of ${visits + row.visits}`;
  });
  return { missing, told, recounts };
}

/** Puts open visits where they belong in the order by need, by the clinic's days. */
async function orderByNeed(db: Kysely<Tables>, days: ClinicDays): Promise<void> {
  for (const first of parts) {
    const rows = await db
      .selectFrom("open_visit")
      .select(["visit_id", "first_received_at", "amount_minor"])
      .where("visit_id", ">=", first)
      .where("visit_id", "<", `${first}g`)
      .execute();
    for (const some of someOf(rows)) {
      const needs = some.map((row) => sql`(${row.visit_id}, cast(${needOf(row, days)} as bigint))`);
      await sql`update open_visit set need = known.column2 from (values ${sql.join(needs)}) as known
        where visit_id = known.column1`.execute(db);
    }
  }
}

/**
 * Compares the counts with the rows, both as of one moment, aside of all other work. What is missing is added under the
 * lock that all changes take, and returned: whatever changed since has been added to the counts too. Counts by the days
 * of another time zone are replaced by those of the clinic's, and so is the order by need. If another process was faster, it has done the work.
 */
export async function recountVisits({
  db,
  aside,
  days,
}: Pick<KeyedEngine, "db" | "aside" | "days">): Promise<readonly string[]> {
  const { timeZone } = days;
  const { missing, told, recounts } = await readOneState(aside, (state) => missingIn(state, days));
  const before = await readCounted(db);
  if (missing.length === 0 && before.time_zone === timeZone) return [];
  const isDone = await db.transaction().execute(async (transaction) => {
    await lockCounter(transaction);
    const counted = { time_zone: timeZone, recounts: recounts + 1 };
    const isFirst = transaction.updateTable("counted").set(counted).where("recounts", "=", recounts);
    if (!(await didChange(isFirst))) return false;
    for (const some of someOf(missing)) await addCounts(transaction, some);
    if (before.time_zone !== timeZone) await orderByNeed(transaction, days);
    await transaction.deleteFrom("visit_count").where("visits", "=", 0).where("sum_minor", "=", 0).execute();
    return true;
  });
  return isDone ? told : [];
}
