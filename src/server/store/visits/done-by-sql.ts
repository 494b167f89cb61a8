import { type Kysely, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { minorBounds } from "./amount-bounds.ts";
import { countDone, doneStates, readCounts } from "./visit-counts.ts";
import type { Range, ReadFilter } from "./match-visits.ts";
import type { FoundPlaces, Page } from "./find-visits.ts";
import { sortColumns } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import type { SortKey } from "./visit-types.ts";

type Condition = RawBuilder<SqlBool>;

function doneOf({ states }: ReadFilter) {
  return doneStates.filter((state) => states.has(state));
}

const finite = (bound: number) => Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);

function amountWithin(amount: Range<number>, currencies: readonly string[]): Condition {
  const each = currencies.map((currency) => {
    const { from, to } = minorBounds(amount, currency);
    return sql`(currency = ${currency} and amount_minor >= ${finite(from)} and amount_minor <= ${finite(to)})`;
  });
  return each.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** The conditions of a filter without visit ids or text; undefined if no done visit can match. */
function conditionsOf(
  kind: Engine["kind"],
  filter: ReadFilter,
  currencies: readonly string[],
): Condition[] | undefined {
  const { practices, takenBy, isFree, isSnoozed, serviceDate, received, firstReceived } = filter;
  // Not taken and not snoozed.
  if (isSnoozed === true || isFree === false || (takenBy !== undefined && isFree !== true)) return undefined;
  if (practices?.size === 0 || doneOf(filter).length === 0) return undefined;
  const holds = (column: string, part: string): Condition =>
    kind === "postgres"
      ? sql`position(cast(${part} as text) in ${sql.ref(column)}) > 0`
      : sql`instr(${sql.ref(column)}, ${part}) > 0`;
  const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
    value === undefined ? [] : [condition(value)];
  return [
    sql`is_open = 0 and state in (${sql.join(doneOf(filter))})`,
    ...given(practices, (ids) => sql`practice_id in (${sql.join([...ids])})`),
    ...given(filter.reason, (reason) => sql`reason = ${reason}`),
    ...given(filter.payerId, (id) => holds("payers", id)),
    ...given(filter.providerId, (id) => holds("providers", id)),
    ...given(filter.rule, (rule) => holds("rules", JSON.stringify(rule))),
    ...given(serviceDate.from, (day) => sql`service_date <> '' and service_date >= ${day}`),
    ...given(serviceDate.to, (day) => sql`service_date <> '' and service_date <= ${day}`),
    ...given(received.from, (from) => sql`received_at >= ${from}`),
    ...given(received.to, (to) => sql`received_at < ${to}`),
    ...given(firstReceived.from, (from) => sql`first_received_at >= ${from}`),
    ...given(firstReceived.to, (to) => sql`first_received_at < ${to}`),
    ...(filter.amount.from === undefined && filter.amount.to === undefined
      ? []
      : [amountWithin(filter.amount, currencies)]),
  ];
}

async function tallyWhere(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<Tally> {
  const { rows } = await sql<{ currency: string; visits: number; minor: number }>`select currency,
    count(*) as visits, cast(sum(amount_minor) as bigint) as minor from visit where ${where} group by currency`.execute(
    db,
  );
  const tally = new Tally();
  for (const { currency, visits, minor } of rows) tally.addMany(currency, Number(visits), Number(minor));
  return tally;
}

/**
 * Filters the charged and closed visits with a database scan, which takes half a second per million. Used for the first
 * lists after a start, while the visits are loaded into memory. Returns the same as `findVisits`.
 */
export async function findDoneBySql(
  { aside, kind }: Pick<Engine, "aside" | "kind">,
  filter: ReadFilter,
  page?: Page,
): Promise<FoundPlaces> {
  const counted = new Tally();
  const byState = countDone(await readCounts(aside), filter.practices);
  for (const state of doneOf(filter)) counted.merge(byState[state]);
  const conditions = conditionsOf(kind, filter, [...counted.found().sums.keys()]);
  if (!conditions) return { tally: new Tally(), first: [] };
  const where = sql.join(conditions, sql` and `);
  // If only states and practices are filtered.
  const isCounted = conditions.length === (filter.practices ? 2 : 1);
  const tally = isCounted ? counted : await tallyWhere(aside, where);
  if (!page || tally.total === 0) return { tally, first: [] };
  const by = sql.ref(sortColumns[page.sort]);
  const direction = sql.raw(page.isDescending ? "desc" : "asc");
  const behind = page.after
    ? sql` and (${by}, visit_id) ${sql.raw(page.isDescending ? "<" : ">")} (${page.after[0]}, ${page.after[1]})`
    : sql``;
  const { rows } = await sql<{ value: string | number; visit_id: string }>`select ${by} as value, visit_id
    from visit where ${where}${behind} order by ${by} ${direction}, visit_id ${direction}
    limit ${page.limit}`.execute(aside);
  return { tally, first: rows.map(({ value, visit_id }): SortKey => [value, visit_id]) };
}
