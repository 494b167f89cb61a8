import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { VisitTable } from "./visit-tables.ts";
import type { Range, ReadFilter } from "./match-visits.ts";
import { type Order, sortColumns } from "./sort-visits.ts";
import type { Found, SortKey } from "./visit-types.ts";

/** What a filter is tried on, at most, of a million visits: to fill a page, and to count. */
const triedForPage = 1000;
const triedForCount = 10_000;

export type DoneState = "charged" | "closed";
type Column = (typeof sortColumns)[keyof typeof sortColumns];

const like = (column: "payers" | "providers" | "rules", part: string) =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${part.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`} escape '\\'`;

/** Bounds in major units are others in each currency's minor units. */
function amountWithin({ from, to }: Range<number>, currencies: readonly string[]): Expression<SqlBool> {
  const each = currencies.map((currency) => {
    const scale = 10 ** currencyDigits(currency);
    const least = from === undefined ? Number.MIN_SAFE_INTEGER : Math.ceil(from * scale - 1e-6);
    const most = to === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(to * scale + 1e-6);
    return sql<SqlBool>`(currency = ${currency} and amount_minor >= ${least} and amount_minor <= ${most})`;
  });
  return each.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** The conditions of a filter; undefined when nothing that is done can meet it: nobody has it, none is put off. */
function conditionsOf(filter: ReadFilter, currencies: readonly string[]): Expression<SqlBool>[] | undefined {
  const { takenBy, isFree, isSnoozed, serviceDate, received, firstReceived, amount } = filter;
  if (isSnoozed === true || isFree === false || (takenBy !== undefined && isFree !== true)) return undefined;
  const all: Expression<SqlBool>[] = [];
  if (filter.practices?.size === 0) return undefined;
  if (filter.practices) all.push(sql<SqlBool>`practice_id in (${sql.join([...filter.practices])})`);
  if (filter.reason !== undefined) all.push(sql<SqlBool>`reason = ${filter.reason}`);
  if (filter.payerId !== undefined) all.push(like("payers", filter.payerId));
  if (filter.providerId !== undefined) all.push(like("providers", filter.providerId));
  if (filter.rule !== undefined) all.push(like("rules", JSON.stringify(filter.rule)));
  if (serviceDate.from !== undefined) all.push(sql<SqlBool>`service_date >= ${serviceDate.from}`);
  if (serviceDate.to !== undefined)
    all.push(sql<SqlBool>`(service_date <> '' and service_date <= ${serviceDate.to})`);
  if (received.from !== undefined) all.push(sql<SqlBool>`received_at >= ${received.from}`);
  if (received.to !== undefined) all.push(sql<SqlBool>`received_at < ${received.to}`);
  const { from: firstFrom, to: firstTo } = firstReceived;
  if (firstFrom !== undefined) all.push(sql<SqlBool>`first_received_at >= ${firstFrom}`);
  if (firstTo !== undefined) all.push(sql<SqlBool>`first_received_at < ${firstTo}`);
  if (amount.from !== undefined || amount.to !== undefined) all.push(amountWithin(amount, currencies));
  return all;
}

function whereAll(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A part of the done visits in order, which an index gives without looking at more of them than are asked for. */
function inOrder(
  state: DoneState,
  {
    column,
    isDescending,
    after,
    range,
  }: {
    column: Column;
    isDescending: boolean;
    after?: SortKey | undefined;
    range?: Range<string | number> | undefined;
  },
) {
  const direction = sql.raw(isDescending ? "desc" : "asc");
  if (state === "charged" && column === "reason_key") return withoutReason(isDescending, after);
  const by = sql.ref(column);
  const conditions = [sql<SqlBool>`state = ${sql.lit(state)}`];
  if (after)
    conditions.push(
      sql<SqlBool>`(${by}, visit_id) ${sql.raw(isDescending ? "<" : ">")} (${after[0]}, ${after[1]})`,
    );
  if (range?.from !== undefined) conditions.push(sql<SqlBool>`${by} >= ${range.from}`);
  if (range?.to !== undefined) conditions.push(sql<SqlBool>`${by} <= ${range.to}`);
  return sql`from visit where ${sql.join(conditions, sql` and `)} order by ${by} ${direction}, visit_id ${direction}`;
}

/** What is charged has no reason: its order by reason is that of the visits' own index. */
function withoutReason(isDescending: boolean, after: SortKey | undefined) {
  const conditions = [sql<SqlBool>`state = 'charged'`];
  if (after?.[0] === "")
    conditions.push(sql<SqlBool>`visit_id ${sql.raw(isDescending ? "<" : ">")} ${after[1]}`);
  else if (after && !isDescending) conditions.push(sql<SqlBool>`1 = 0`);
  return sql`from visit where ${sql.join(conditions, sql` and `)} order by visit_id ${sql.raw(isDescending ? "desc" : "asc")}`;
}

/** The filter's range over a column that has an index, if it has one. */
function rangeOf({
  received,
  serviceDate,
}: ReadFilter): { column: Column; range: Range<string | number> } | undefined {
  if (received.from !== undefined || received.to !== undefined)
    return { column: "received_at", range: received };
  if (serviceDate.from !== undefined || serviceDate.to !== undefined)
    return { column: "service_date", range: serviceDate };
  return undefined;
}

export interface DonePage {
  readonly rows: readonly VisitTable[];
  /** Behind this place there may be more. */
  readonly resume: SortKey | undefined;
}

export class DoneVisits {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The visits behind a place of the order that the filter finds among the next thousand. */
  async page(
    state: DoneState,
    filter: ReadFilter,
    { sort, isDescending, after, limit }: Order & { after: SortKey | undefined; limit: number },
  ): Promise<DonePage> {
    const conditions = conditionsOf(filter, await this.currencies());
    if (!conditions) return { rows: [], resume: undefined };
    const column = sortColumns[sort];
    const own = rangeOf(filter);
    const range = own?.column === column ? own.range : undefined;
    const part = inOrder(state, { column, isDescending, after, range });
    const direction = sql.raw(isDescending ? "desc" : "asc");
    const { rows } = await sql<VisitTable>`select * from (select * ${part} limit ${triedForPage}) as tried
      where ${whereAll(conditions)} order by ${sql.ref(column)} ${direction}, visit_id ${direction}
      limit ${limit + 1}`.execute(this.#db);
    if (rows.length > limit) {
      const last = rows[limit - 1];
      return { rows: rows.slice(0, limit), resume: last && [last[column], last.visit_id] };
    }
    if (conditions.length === 0) return { rows, resume: undefined };
    const tried = await sql<{
      value: string | number;
      visit_id: string;
    }>`select ${sql.ref(column)} as value, visit_id
      ${part} limit 1 offset ${triedForPage - 1}`.execute(this.#db);
    const last = tried.rows[0];
    return { rows, resume: last && [last.value, last.visit_id] };
  }

  /** How many the filter finds: of all by the counts, or of those in its range, as long as they are few enough. */
  async count(state: DoneState, filter: ReadFilter): Promise<Found> {
    const conditions = conditionsOf(filter, await this.currencies());
    if (!conditions) return { total: 0, isExact: true, sums: new Map() };
    const isOfPractices = conditions.length === (filter.practices ? 1 : 0);
    if (isOfPractices) return this.#countOfAll(state, filter);
    const { column, range } = rangeOf(filter) ?? { column: "received_at" as const, range: undefined };
    const part = inOrder(state, { column, isDescending: true, range });
    const { rows } = await sql<{ currency: string; tried: number; found: number; sum: number | null }>`
      select currency, count(*) as tried, sum(hit) as found, sum(hit * amount_minor) as sum
      from (select currency, amount_minor, case when ${whereAll(conditions)} then 1 else 0 end as hit
        ${part} limit ${triedForCount + 1}) as tried group by currency`.execute(this.#db);
    const tried = rows.reduce((sum, row) => sum + Number(row.tried), 0);
    const found = rows.filter((row) => Number(row.found) > 0);
    return {
      total: found.reduce((sum, row) => sum + Number(row.found), 0),
      isExact: tried <= triedForCount,
      sums: new Map(found.map((row) => [row.currency, Number(row.sum)])),
    };
  }

  async #countOfAll(state: DoneState, { practices }: ReadFilter): Promise<Found> {
    const rows = await this.#db
      .selectFrom("visit_count")
      .select(["currency", "visits", "sum_minor", "practice_id"])
      .where("name", "=", `state:${state}`)
      .execute();
    const sums = new Map<string, number>();
    let total = 0;
    for (const { currency, visits, sum_minor, practice_id } of rows) {
      if (visits === 0 || practices?.has(practice_id) === false) continue;
      total += visits;
      sums.set(currency, (sums.get(currency) ?? 0) + sum_minor);
    }
    return { total, isExact: true, sums };
  }

  /** Those that visits have or had. */
  async currencies(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom("visit_count")
      .select("currency")
      .distinct()
      .where("name", "in", ["state:charged", "state:closed"])
      .execute();
    return rows.map((row) => row.currency).filter((currency) => currency !== "");
  }
}
