import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { EngineKind } from "#room/server/store/engine.ts";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import type { Range, ReadFilter } from "./read-filter.ts";
import type { SortColumn } from "./sort-visits.ts";
import { reasonKey } from "./visit-after.ts";
import type { FoundByText } from "./visit-words.ts";

/** Converts bounds in major units (both inclusive) to whole minor units of a currency. */
function minorBounds(
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Range<number>,
  currency: string,
): { readonly from: number; readonly to: number } {
  const scale = 10 ** currencyDigits(currency);
  let least = Math.ceil(from * scale);
  // Rounds as a division does, not as a product.
  while (Number.isSafeInteger(least) && (least - 1) / scale >= from) least -= 1;
  while (Number.isSafeInteger(least) && least / scale < from) least += 1;
  let most = Math.floor(to * scale);
  while (Number.isSafeInteger(most) && (most + 1) / scale <= to) most += 1;
  while (Number.isSafeInteger(most) && most / scale > to) most -= 1;
  return { from: least, to: most };
}

/** What to look for. */
export interface VisitCriteria {
  readonly filter: ReadFilter;
  readonly now: number;
  /** The names, as stored, of the holder that the filter names. */
  readonly holders: readonly string[];
  /** Of all visits: bounds of amounts in major units differ between them. */
  readonly currencies: readonly string[];
  readonly text: FoundByText | undefined;
}

/** A part of a list that one index keeps in order: the open visits, or those of one other state. */
export type Part = "open" | "charged" | "closed";

export interface Condition {
  readonly sql: RawBuilder<SqlBool>;
  /** The column by whose index visits that match are found. */
  readonly column?: SortColumn | "practice_id" | "visit_id";
  /** A query of their ids, possibly with others. */
  readonly ids?: RawBuilder<unknown>;
  /** Visits are counted by what it asks for. */
  readonly isCounted?: boolean;
}

const some = (values: Iterable<string | number>) => sql.join([...values]);
const finite = (bound: number) => Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];

export function partsOf({ states }: ReadFilter): Part[] {
  const done = (["charged", "closed"] as const).filter((state) => states.has(state));
  return states.has("withheld") || states.has("refused") ? ["open", ...done] : done;
}

/** No visit of this part can match: none that is done is taken or snoozed, none charged has a reason or a failed rule. */
function isNone(part: Part, filter: ReadFilter): boolean {
  const isHeld = filter.isFree === false || (filter.takenBy !== undefined && filter.isFree !== true);
  const isReasoned = filter.reason !== undefined || filter.rule !== undefined;
  return (
    filter.practices?.size === 0 ||
    filter.visitIds?.size === 0 ||
    (part !== "open" && (filter.isSnoozed === true || isHeld)) ||
    (part === "charged" && isReasoned)
  );
}

function says(kind: EngineKind, column: string, text: string): RawBuilder<SqlBool> {
  return kind === "postgres"
    ? sql`position(cast(${text} as text) in ${sql.ref(column)}) > 0`
    : sql`instr(${sql.ref(column)}, ${text}) > 0`;
}

/** What a filter asks of each visit of a part; undefined if none can match. */
export function conditionsOf(
  kind: EngineKind,
  part: Part,
  criteria: VisitCriteria,
): readonly Condition[] | undefined {
  const { filter } = criteria;
  if (isNone(part, filter)) return undefined;
  const party = (member: "payer" | "provider", id: string): Condition => ({
    sql: says(kind, `${member}s`, id),
    ids: sql`select visit_id from visit_party where party_id = ${id} and kind = ${sql.lit(member)}`,
  });
  return [
    ...given(criteria.text, (found) => textOf(kind, part, found)),
    ...given(filter.visitIds, (ids) => ({ column: "visit_id", sql: sql`visit_id in (${some(ids)})` })),
    ...given(filter.payerId, (id) => party("payer", id)),
    ...given(filter.providerId, (id) => party("provider", id)),
    ...given(filter.reason, (reason) => ({
      column: "reason_key",
      sql: sql`reason_key = ${reasonKey(reason)} and reason = ${reason}`,
    })),
    ...dayOf(filter.serviceDate),
    ...instantOf("received_at", filter.received),
    ...instantOf("first_received_at", filter.firstReceived),
    ...amountOf(filter.amount, criteria.currencies),
    ...given(filter.practices, (ids) => ({
      column: "practice_id",
      isCounted: true,
      sql: sql`practice_id in (${some(ids)})`,
    })),
    ...given(filter.rule, (rule) => ({ sql: says(kind, "rules", JSON.stringify(rule)) })),
    ...(part === "open" ? holdOf(criteria) : []),
  ];
}

function textOf(kind: EngineKind, part: Part, { words, named, ids, meaning }: FoundByText): Condition {
  const { partyIds = [], practiceIds = [], serviceDates = [], amounts = [] } = meaning;
  const among = (column: string, values: readonly (string | number)[]) =>
    values.length === 0 ? [] : [sql`${sql.ref(column)} in (${some(values)})`];
  const said = words.map((word) => says(kind, "reason_words", ` ${word}`));
  const ways = [
    sql`visit_id in (${named})`,
    ...(part === "open" && said.length > 0 ? [sql`(${sql.join(said, sql` and `)})`] : []),
    ...partyIds.flatMap((id) => [says(kind, "payers", id), says(kind, "providers", id)]),
    ...among("practice_id", practiceIds),
    ...among("service_date", serviceDates),
    ...among("amount_minor", amounts),
  ];
  return { sql: sql`(${sql.join(ways, sql` or `)})`, ids };
}

/** Who has it, and until when it is put off. `takenBy` with isFree true matches either. */
function holdOf({ filter, now, holders }: VisitCriteria): Condition[] {
  const { takenBy, isFree, isSnoozed, states } = filter;
  const open = (["withheld", "refused"] as const).filter((state) => states.has(state));
  const free = sql<SqlBool>`taken_until <= ${now}`;
  const held = sql<SqlBool>`taken_until > ${now}`;
  const theirs =
    holders.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`(taken_until > ${now} and taken_by in (${some(holders)}))`;
  const holder =
    takenBy === undefined
      ? given(isFree, (is) => ({ sql: is ? free : held }))
      : [{ sql: isFree === true ? sql<SqlBool>`(${free} or ${theirs})` : theirs }];
  return [
    ...holder,
    ...given(isSnoozed, (is) => ({ sql: is ? sql`snoozed_until > ${now}` : sql`snoozed_until <= ${now}` })),
    ...(open.length === 2 ? [] : [{ isCounted: true, sql: sql<SqlBool>`state in (${some(open)})` }]),
  ];
}

/** A visit without a date of service matches no date. */
function dayOf({ from, to }: Range<string>): Condition[] {
  if (from === undefined && to === undefined) return [];
  const until = to === undefined ? sql`` : sql` and service_date <= ${to}`;
  const since = from === undefined ? sql`service_date > ''` : sql`service_date >= ${from}`;
  return [{ column: "service_date", sql: sql`${since}${until}` }];
}

/** From an instant (inclusive) to another (exclusive). */
function instantOf(column: "received_at" | "first_received_at", { from, to }: Range<number>): Condition[] {
  if (from === undefined && to === undefined) return [];
  const since = sql`${sql.ref(column)} >= ${Math.ceil(finite(from ?? -Infinity))}`;
  return [{ column, sql: sql`${since} and ${sql.ref(column)} < ${Math.ceil(finite(to ?? Infinity))}` }];
}

function amountOf(amount: Range<number>, currencies: readonly string[]): Condition[] {
  if (amount.from === undefined && amount.to === undefined) return [];
  const bounds = currencies.map((currency) => {
    const { from, to } = minorBounds(amount, currency);
    return { currency, from: finite(from), to: finite(to) };
  });
  if (bounds.length === 0) return [{ sql: sql`1 = 0` }];
  const each = bounds.map(
    ({ currency, from, to }) =>
      sql`(currency = ${currency} and amount_minor >= ${from} and amount_minor <= ${to})`,
  );
  // All of them within, by which the index finds them.
  const least = Math.min(...bounds.map(({ from }) => from));
  const most = Math.max(...bounds.map(({ to }) => to));
  const within = sql`amount_minor >= ${least} and amount_minor <= ${most}`;
  return [{ column: "amount_minor", sql: sql`${within} and (${sql.join(each, sql` or `)})` }];
}
