import { sql } from "kysely";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import { readJson } from "#room/contract/written-json.ts";
import { Tally } from "#room/server/store/visits/visit-counts.ts";
import { onDays } from "./figure-scope.ts";
import {
  figuresOf,
  ofScope,
  type Reported,
  type ReportFigure,
  type ReportParts,
  type Summed,
} from "./report-parts.ts";

/** Written by this store alone: a list of names. */
const namesIn = (list: string | null) => (list ? readJson<string[]>(list) : []);

/**
 * Visits that first arrived on these days and were ever withheld or refused, whatever became of them. A visit with several
 * reasons or providers is each one’s.
 */
export async function withheld({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  const { rows } = await sql<Omit<Summed, "id"> & { reasons: string | null; providers: string }>`
    select held_reasons as reasons, providers, currency, count(*) as visits,
      cast(sum(amount_minor) as bigint) as minor
    from visit where was_open = 1 and ${onDays("first_received_at", scope, clinic)} and ${ofScope(scope)}
    group by held_reasons, providers, currency`.execute(db);
  return [
    { by: "reason", figures: figuresOf(rows, ({ reasons }) => (reasons ? namesIn(reasons) : "")) },
    { by: "provider", figures: figuresOf(rows, ({ providers }) => providers.split(" ")) },
  ];
}

/** Days of waiting, by the calendar: from that many to that many. The first are of today, also where it is tomorrow. */
const ages = [
  [undefined, 7],
  [8, 14],
  [15, 30],
  [31, 60],
  [61, 90],
  [91, undefined],
] as const;

/** All that is open now, by how long ago it first arrived. */
export async function aging({ db, scope, clinic, now }: ReportParts): Promise<Reported[]> {
  const today = dayNumber(clinic.dateOf(now));
  const figures: ReportFigure[] = [];
  for (const [least, most] of ages) {
    const days = {
      ...(most !== undefined && { from: dateOfDay(today - most) }),
      ...(least !== undefined && { to: dateOfDay(today - least) }),
    };
    const { rows } = await sql<Omit<Summed, "id">>`select currency, count(*) as visits,
        cast(sum(amount_minor) as bigint) as minor from open_visit
      where ${onDays("first_received_at", { ...days, clocks: scope.clocks }, clinic)} and ${ofScope(scope)}
      group by currency`.execute(db);
    const tally = new Tally();
    for (const { currency, visits, minor } of rows) tally.addMany(currency, Number(visits), Number(minor));
    figures.push({ id: most === undefined ? `${least}+` : `${least ?? 0}-${most}`, tally, days });
  }
  return [{ by: "age", figures: figures.some(({ tally }) => tally.total > 0) ? figures : [] }];
}

/** The engine’s rules that ever failed for visits that first arrived on these days. */
export async function findings({ db, scope, clinic }: ReportParts): Promise<Reported[]> {
  const { rows } = await sql<Omit<Summed, "id"> & { rules: string }>`
    select held_rules as rules, currency, count(*) as visits, cast(sum(amount_minor) as bigint) as minor
    from visit where was_open = 1 and held_rules <> ''
      and ${onDays("first_received_at", scope, clinic)} and ${ofScope(scope)}
    group by held_rules, currency`.execute(db);
  return [{ by: "rule", figures: figuresOf(rows, ({ rules }) => namesIn(rules)) }];
}
