import { sql } from "kysely";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { Tally } from "#room/server/store/visits/visit-counts.ts";
import { courseOfVisit, dayOf, ofInvoice, onDays } from "./figure-scope.ts";
import {
  figuresOf,
  largestFirst,
  ofScope,
  type Reported,
  type ReportFigure,
  type ReportParts,
  type Summed,
} from "./report-parts.ts";

/** What became of the visits that first arrived on these days. */
export async function firstPass({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  // The states are all there are: an index begins with them.
  const { rows } = await sql<
    Summed & { course: string }
  >`select practice_id as id, ${courseOfVisit} as course,
      currency, count(*) as visits, cast(sum(amount_minor) as bigint) as minor from visit
    where state in ('withheld', 'refused', 'charged', 'voided', 'closed')
      and ${onDays("first_received_at", scope, clinic)} and ${ofScope(scope)}
    group by 1, 2, 3`.execute(db);
  const all = figuresOf(rows, ({ id }) => id);
  const passed = figuresOf(
    rows.filter(({ course }) => course === "first-pass"),
    ({ id }) => id,
  );
  const outOf = all.reduce((sum, { tally }) => sum + tally.total, 0);
  const byPractice = all.map(({ id, tally }) => ({
    id,
    tally: passed.find((figure) => figure.id === id)?.tally ?? new Tally(),
    outOf: tally.total,
  }));
  return [
    {
      by: "course",
      figures: figuresOf(rows, ({ course }) => course).map((figure) => ({ ...figure, outOf })),
    },
    { by: "practice", figures: largestFirst(byPractice) },
  ];
}

/** What was charged on these days and stands. */
export async function average({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  const { rows } = await sql<Summed>`select practice_id as id, currency, count(*) as visits,
      cast(sum(total_minor) as bigint) as minor from invoice where ${ofInvoice(scope, clinic)}
    group by 1, 2`.execute(db);
  // Averages are of one currency.
  const figures = rows.map(({ id, currency, visits, minor }) => ({
    id,
    tally: new Tally().addMany(currency, Number(visits), Number(minor)),
  }));
  return [{ by: "practice", figures: largestFirst(figures) }];
}

/** Whole days from service to charge: up to that many. */
const delays = [0, 1, 3, 7, 14, 30] as const;

function delayGroup(days: number): string {
  const at = delays.findIndex((most) => days <= most);
  const [before = 0, most = 0] = [delays[at - 1], delays[at]];
  if (at < 0) return "31+";
  return at < 2 ? `${most}` : `${before + 1}-${most}`;
}

/** The nearest rank: that share of the visits took so many days or fewer. */
function rankOf(counts: ReadonlyMap<number, number>, share: number): number {
  const all = [...counts].toSorted(([a], [b]) => a - b);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  return all.find(([, count]) => (seen += count) >= Math.ceil(total * share))?.[0] ?? 0;
}

/** Of what was charged on these days and stands; visits without a date of service are left out. */
export async function daysToCharge({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  const { rows } = await sql<Summed & { served: string; day: number }>`select practice_id as id, currency,
      service_date as served, ${dayOf("created_at", scope, clinic)} as day, count(*) as visits,
      cast(sum(total_minor) as bigint) as minor
    from invoice where service_date <> '' and ${ofInvoice(scope, clinic)} group by 1, 2, 3, 4`.execute(db);
  const all = rows.map((row) => ({ ...row, delay: Math.max(0, Number(row.day) - dayNumber(row.served)) }));
  const withDelay = (figure: ReportFigure, mine: typeof all) => {
    const counts = new Map<number, number>();
    for (const { delay, visits } of mine) counts.set(delay, (counts.get(delay) ?? 0) + Number(visits));
    return { ...figure, delay: { median: rankOf(counts, 0.5), ninetieth: rankOf(counts, 0.9) } };
  };
  const byPractice = figuresOf(all, ({ id }) => id).map((figure) =>
    withDelay(
      figure,
      all.filter(({ id }) => id === figure.id),
    ),
  );
  const total = figuresOf(all, () => "all").map((figure) => withDelay(figure, all));
  const outOf = total[0]?.tally.total ?? 0;
  const groups = figuresOf(all, ({ delay }) => delayGroup(delay))
    .map((figure) => ({ ...figure, outOf }))
    .toSorted((a, b) => Number.parseInt(a.id) - Number.parseInt(b.id));
  return [
    { by: "delay", figures: groups },
    { by: "practice", figures: [...total, ...byPractice] },
  ];
}

/** Office visits of what was charged on these days and stands: codes 99202 to 99215, all and by provider. */
export async function officeVisits({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  const { rows } = await sql<Summed & { code: string }>`with charged as materialized (
      select invoice_number, currency from invoice where ${ofInvoice(scope, clinic)}),
    found as materialized (select invoice_line.invoice_number, currency, provider_id, code, amount_minor
      from charged join invoice_line on invoice_line.invoice_number = charged.invoice_number
      where code in ('99202', '99203', '99204', '99205', '99211', '99212', '99213', '99214', '99215'))
    select '' as id, code, currency, count(distinct invoice_number) as visits,
      cast(sum(amount_minor) as bigint) as minor from found group by code, currency
    union all select 'of ' || provider_id, code, currency, count(distinct invoice_number),
      cast(sum(amount_minor) as bigint) from found group by provider_id, code, currency`.execute(db);
  const codesOf = (mine: typeof rows) => {
    const found = figuresOf(mine, ({ code }) => code).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const outOf = found.reduce((sum, { tally }) => sum + tally.total, 0);
    return found.map((figure) => ({ ...figure, outOf }));
  };
  const byProvider = figuresOf(
    rows.filter(({ id }) => id !== ""),
    ({ id }) => id,
  ).flatMap(({ id: of }) =>
    codesOf(rows.filter(({ id }) => id === of)).map(({ id: code, ...figure }) => ({
      ...figure,
      code,
      id: of.slice("of ".length),
    })),
  );
  return [
    { by: "code", figures: codesOf(rows.filter(({ id }) => id === "")) },
    { by: "provider", figures: byProvider },
  ];
}
