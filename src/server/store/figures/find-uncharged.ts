import { type Kysely, sql } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { Tally } from "#room/server/store/visits/visit-counts.ts";
import { type FigureScope, isOfLines, ofPractices, onDays } from "./figure-scope.ts";

const maxReasons = 200;

export type UnchargedState = "withheld" | "refused" | "closed";

/** What arrived or is of these days and is not charged, by state and reason. */
export async function findUncharged(db: Kysely<Tables>, scope: FigureScope, clinic: ClinicDays) {
  if (isOfLines(scope) || scope.person !== undefined) return undefined;
  const { dateOf, from, to, practices } = scope;
  const days =
    dateOf === "charge"
      ? onDays("received_at", scope, clinic)
      : sql`service_date >= ${from} and service_date <= ${to}`;
  const where = sql`${days} and ${ofPractices(practices)}`;
  const { rows } = await sql<{
    state: UnchargedState;
    reason: string;
    currency: string;
    visits: number;
    minor: number;
  }>`select state, reason, currency, count(*) as visits, cast(sum(amount_minor) as bigint) as minor
    from (select state, reason, currency, amount_minor from open_visit where ${where}
      union all select state, reason, currency, amount_minor from visit where state = 'closed' and ${where}) as held
    group by state, reason, currency`.execute(db);
  const groups = new Map<string, { state: UnchargedState; reason: string; tally: Tally }>();
  for (const { state, reason, currency, visits, minor } of rows) {
    const key = JSON.stringify([state, reason]);
    const group = groups.get(key) ?? { state, reason, tally: new Tally() };
    group.tally.addMany(currency, Number(visits), Number(minor));
    groups.set(key, group);
  }
  const order = ["withheld", "refused", "closed"];
  return [...groups.values()]
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.tally.total - a.tally.total)
    .slice(0, maxReasons)
    .map(({ state, reason, tally }) => ({ state, reason, group: tally.found() }));
}
