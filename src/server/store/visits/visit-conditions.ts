import { sql, type SqlBool } from "kysely";
import { courseOfVisit, daysToCharge, onDays } from "#room/server/store/figures/figure-scope.ts";
import type { EngineKind } from "#room/server/store/engine.ts";
import { currencyDigits } from "#room/contract/primitives/money.ts";
import { figuresOf, given, has, isDeposit, paymentOf, type VisitCriteria } from "./figure-conditions.ts";
import type { Range, ReadFilter } from "./read-filter.ts";
import { reasonKey } from "./apply-event.ts";
import { says, termOf, type Condition, type Part } from "./term-ways.ts";

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

const dayMs = 86_400_000;
const some = (values: Iterable<string | number>) => sql.join([...values]);
const finite = (bound: number) => Math.min(Math.max(bound, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);

export function partsOf({ states }: ReadFilter): Part[] {
  const done = (["charged", "voided", "closed"] as const).filter((state) => states.has(state));
  return states.has("withheld") || states.has("refused") ? ["open", ...done] : done;
}

/** No visit of this part can match: none that is done is taken or snoozed, none charged has a reason or a failed rule. */
function isNone(part: Part, filter: ReadFilter): boolean {
  const isHeld = filter.isFree === false || (filter.takenBy !== undefined && filter.isFree !== true);
  const isReasoned = !filter.wasHeld && (filter.reason !== undefined || filter.rule !== undefined);
  const { code, chargedBy, course, delay, without } = filter;
  const isPaid = !isDeposit(filter) && paymentOf(filter).length > 0;
  const isOfInvoice =
    isPaid || [code, chargedBy, course, delay.from, delay.to].some((one) => one !== undefined);
  return (
    filter.practices?.size === 0 ||
    filter.visitIds?.size === 0 ||
    (part !== "open" && (filter.isSnoozed === true || isHeld)) ||
    (part === "charged" && isReasoned) ||
    (part !== "charged" && (isOfInvoice || without.has("code") || without.has("person")))
  );
}

export function conditionsOf(
  kind: EngineKind,
  part: Part,
  criteria: VisitCriteria,
): readonly Condition[] | undefined {
  const { filter } = criteria;
  if (isNone(part, filter)) return undefined;
  const party = (member: "payer" | "provider", id: string): Condition => ({
    sql:
      part === "charged" && filter.wasHeld !== true
        ? sql<SqlBool>`(${says(kind, `${member}s`, id)} and (${hasLine(filter)} or not ${isItemized}))`
        : says(kind, `${member}s`, id),
    ids: sql`select visit_id from visit_party where party_id = ${id} and kind = ${sql.lit(member)}`,
  });
  return [
    ...criteria.terms.map((found) => termOf(kind, part, found)),
    ...given(filter.visitIds, (ids) => ({ column: "visit_id", sql: sql`visit_id in (${some(ids)})` })),
    ...given(filter.payerId, (id) => party("payer", id)),
    ...given(filter.providerId, (id) => party("provider", id)),
    ...lackOf(part, filter),
    ...heldOf(kind, criteria),
    ...dayOf(filter.serviceDate),
    ...instantOf("received_at", filter.received),
    ...instantOf("first_received_at", filter.firstReceived),
    ...daysOf("received_at", criteria.filter.receivedDays, criteria),
    ...daysOf("first_received_at", criteria.filter.firstReceivedDays, criteria),
    ...figuresOf(criteria),
    ...given(filter.course, (course) => ({ sql: sql`${courseOfVisit} = ${course}` })),
    ...amountOf(filter.amount, criteria.currencies),
    ...given(filter.practices, (ids) => ({
      column: "practice_id",
      isCounted: true,
      sql: sql`practice_id in (${some(ids)})`,
    })),
    ...(part === "open" ? holdOf(criteria) : []),
    ...(part === "charged" ? [...invoiceOf(filter), ...delayOf(kind, criteria)] : []),
  ];
}

/** What it is without; who charged it, and what its invoice’s lines have, is asked of the invoice. */
function lackOf(part: Part, filter: ReadFilter): Condition[] {
  const { without, wasHeld } = filter;
  const none = (column: string) => ({ sql: sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ''` });
  const isBilled = part === "charged" && wasHeld !== true;
  return [
    ...(without.has("reason") ? [none(wasHeld === true ? "held_reasons" : "reason")] : []),
    ...(["payer", "provider"] as const).flatMap((member) =>
      without.has(member) && !isBilled ? [none(`${member}s`)] : [],
    ),
    ...(isBilled && (["payer", "provider", "code"] as const).some((member) => without.has(member))
      ? [{ sql: hasLine(filter) }]
      : []),
  ];
}

/** Why it is held; with `wasHeld`, why it ever was. */
function heldOf(kind: EngineKind, criteria: VisitCriteria): Condition[] {
  const { wasHeld, reason, rule, firstReceivedDays } = criteria.filter;
  const names = (column: string, name: string | undefined) =>
    given(name, (of) => ({ sql: says(kind, column, JSON.stringify(of)) }));
  if (wasHeld !== true)
    return [
      ...given(wasHeld, () => ({ sql: sql<SqlBool>`was_open = 0` })),
      ...given(reason, (of) => ({
        column: "reason_key" as const,
        sql: sql<SqlBool>`reason_key = ${reasonKey(of)} and reason = ${of}`,
      })),
      ...names("rules", rule),
    ];
  const held = [
    sql`was_open = 1`,
    ...[...names("held_reasons", reason), ...names("held_rules", rule)].map((each) => each.sql),
  ];
  const asked = sql<SqlBool>`${sql.join(held, sql` and `)}`;
  // An index has the held ones by the day they arrived.
  const within = daysOf("first_received_at", firstReceivedDays, criteria).map((each) => each.sql);
  return [
    { sql: asked, ids: sql`select visit_id from visit where ${sql.join([asked, ...within], sql` and `)}` },
  ];
}

/** Who has it, and until when it is snoozed. `takenBy` with isFree true matches either. */
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

/** The days on which the newest or first event arrived, by the clock of each practice. */
function daysOf(
  column: "received_at" | "first_received_at",
  { from, to }: Range<string>,
  { filter: { clocks }, days }: VisitCriteria,
): Condition[] {
  if (from === undefined && to === undefined) return [];
  return [{ column, sql: onDays(column, { from, to, clocks }, days) }];
}

/** Days from service to charge, which are counted for charges of some years at most. */
function delayOf(kind: EngineKind, { filter, now, days }: VisitCriteria): Condition[] {
  const { delay, receivedDays, clocks } = filter;
  if (delay.from === undefined && delay.to === undefined) return [];
  const { from = "2020-01-01", to = days.dateOf(now + dayMs) } = receivedDays;
  const waited = daysToCharge(kind, { from, to, clocks }, days);
  const least = Math.ceil(finite(delay.from ?? 0));
  return [{ sql: sql`${waited} between ${least} and ${Math.floor(finite(delay.to ?? Infinity))}` }];
}

/** False: charged by an earlier version, and not yet read for the figures. */
const isItemized = has(sql`select invoice_number as of_invoice from invoice where service_date is not null`);

/** One line with all that is asked of lines, as the figures count them. */
function hasLine({ payerId, providerId, code, without }: ReadFilter) {
  const members = { payer_id: payerId, provider_id: providerId, code };
  const lacking = { payer_id: "payer", provider_id: "provider", code: "code" } as const;
  const asked = (["payer_id", "provider_id", "code"] as const).flatMap((column) =>
    [members[column], without.has(lacking[column]) ? "" : undefined].flatMap((value) =>
      value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
    ),
  );
  return has(sql`select invoice_number as of_invoice from invoice_line where ${sql.join(asked, sql` and `)}`);
}

function invoiceOf(filter: ReadFilter): Condition[] {
  const { code, chargedBy, without } = filter;
  return [
    ...(without.has("person")
      ? [{ sql: has(sql`select invoice_number as of_invoice from invoice where created_by is null`) }]
      : []),
    ...given(chargedBy, (by) => ({
      sql: has(sql`select invoice_number as of_invoice from invoice where created_by = ${by}`),
      ids: sql`select visit_id from invoice where created_by = ${by}`,
    })),
    ...given(code, (asked) => ({
      sql: hasLine(filter),
      ids: sql`select visit_id from invoice_line
        join invoice on invoice.invoice_number = invoice_line.invoice_number where code = ${asked}`,
    })),
    ...(isDeposit(filter) ? [] : paymentOf(filter)),
  ];
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
