import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { EngineKind } from "#room/server/store/engine.ts";
import { ClinicDays, dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";

/** Practices whose clock is not the clinic's. */
export interface OwnClock {
  readonly timeZone: string;
  readonly practiceIds: readonly string[];
}

/** Which invoices are summed up. Ids are canonical, an empty one is none; dates are `yyyy-MM-dd` and inclusive. */
export interface FigureScope {
  readonly dateOf: "charge" | "service";
  readonly from: string;
  readonly to: string;
  /** Undefined: all. */
  readonly practices: ReadonlySet<string> | undefined;
  readonly providerId: string | undefined;
  readonly payerId: string | undefined;
  readonly code: string | undefined;
  readonly person: string | undefined;
  readonly clocks: readonly OwnClock[];
}

/** What a scope asks for besides days: nothing. */
export const everyInvoice = {
  dateOf: "charge",
  practices: undefined,
  providerId: undefined,
  payerId: undefined,
  code: undefined,
  person: undefined,
} as const;

/** A `VisitCourse` of a row of visits. */
export const courseOfVisit = sql<string>`case when state in ('withheld', 'refused') then 'open'
  when state <> 'charged' then 'done' when corrections > 0 then 'corrected'
  when was_open = 1 then 'held' else 'first-pass' end`;

const dayAfter = (date: string) => dateOfDay(dayNumber(date) + 1);

interface Days {
  /** Undefined: ever since, or from then on. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly clocks: readonly OwnClock[];
}

/** What is asked of a row, by the clock of its practice. */
const byClock = <T>(
  clocks: readonly OwnClock[],
  clinic: ClinicDays,
  of: (days: ClinicDays) => RawBuilder<T>,
): RawBuilder<T> => {
  const cases = clocks
    .filter(({ practiceIds }) => practiceIds.length > 0)
    .map(
      ({ timeZone, practiceIds }) =>
        sql`when practice_id in (${sql.join([...practiceIds])}) then ${of(new ClinicDays(timeZone))}`,
    );
  return cases.length === 0 ? of(clinic) : sql<T>`case ${sql.join(cases, sql` `)} else ${of(clinic)} end`;
};

/** Instants on the days of a scope, by the clock of each practice. */
export function onDays(
  column: string,
  { from = "0001-01-02", to = "9999-12-30", clocks }: Days,
  clinic: ClinicDays,
): RawBuilder<SqlBool> {
  const instant = sql.ref(column);
  const spanOf = (days: ClinicDays) => ({ begin: days.startOf(from), end: days.startOf(dayAfter(to)) });
  const within = ({ begin, end }: ReturnType<typeof spanOf>) =>
    sql<SqlBool>`${instant} >= ${begin} and ${instant} < ${end}`;
  const spans: ReturnType<typeof spanOf>[] = [];
  const ofEach = byClock(clocks, clinic, (days) => {
    const span = spanOf(days);
    spans.push(span);
    return within(span);
  });
  // The bounds of all of them are what an index finds.
  const begin = Math.min(...spans.map((span) => span.begin));
  const end = Math.max(...spans.map((span) => span.end));
  return spans.length === 1 ? ofEach : sql<SqlBool>`${within({ begin, end })} and ${ofEach}`;
}

/** On which day an instant is, counted from 1970. SQL knows no time zones: it is told when the clocks changed. */
export function dayBy(days: ClinicDays, column: string, first: number, last: number): RawBuilder<number> {
  const instant = sql.ref(column);
  const offsets = days
    .offsetsBetween(first, last)
    .map(({ until, offsetMs }) =>
      until === undefined
        ? sql`else ${sql.lit(offsetMs)} end`
        : sql`when ${instant} < ${sql.lit(until)} then ${sql.lit(offsetMs)}`,
    );
  return sql<number>`((${instant} + case when 1 = 0 then 0 ${sql.join(offsets, sql` `)}) / 86400000)`;
}

/** The same for the instants of a scope, by the clock of each practice. */
export function dayOf(
  column: string,
  { from, to, clocks }: Pick<FigureScope, "from" | "to" | "clocks">,
  clinic: ClinicDays,
): RawBuilder<number> {
  return byClock(clocks, clinic, (days) =>
    dayBy(days, column, days.startOf(from), days.startOf(dayAfter(to))),
  );
}

/** Whole days from the date of service to the charge of a visit. One charged before counts as charged that day. */
export function daysToCharge(kind: EngineKind, days: Parameters<typeof dayOf>[1], clinic: ClinicDays) {
  const served =
    kind === "postgres"
      ? sql`(cast(service_date as date) - date '1970-01-01')`
      : sql`cast(julianday(service_date) - 2440587.5 as integer)`;
  const waited = sql`${dayOf("received_at", days, clinic)} - ${served}`;
  return sql<number>`case when service_date = '' then -1 when ${waited} < 0 then 0 else ${waited} end`;
}

/** What a scope asks of an invoice; its lines are another matter. What was replaced or voided is not summed up. */
export function ofInvoice(
  scope: FigureScope,
  clinic: ClinicDays,
  which: "standing" | "ended" | "any" = "standing",
): RawBuilder<SqlBool> {
  const { dateOf, from, to, practices, person } = scope;
  const conditions = [
    dateOf === "charge"
      ? onDays("created_at", scope, clinic)
      : sql<SqlBool>`service_date >= ${from} and service_date <= ${to}`,
    ofPractices(practices),
    ...(which === "any"
      ? []
      : [sql<SqlBool>`ended_at is ${sql.raw(which === "ended" ? "not null" : "null")}`]),
    ...(person === undefined ? [] : [sql<SqlBool>`created_by = ${person}`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Of rows with a practice; undefined: of any. */
export function ofPractices(practices: ReadonlySet<string> | undefined): RawBuilder<SqlBool> {
  if (practices === undefined) return sql<SqlBool>`1 = 1`;
  return practices.size === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`practice_id in (${sql.join([...practices])})`;
}

/** Whether only some lines of an invoice are asked for. */
export function isOfLines({ providerId, payerId, code }: FigureScope): boolean {
  return [providerId, payerId, code].some((given) => given !== undefined);
}
