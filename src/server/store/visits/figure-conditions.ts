import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { everyInvoice, ofInvoice } from "#room/server/store/figures/figure-scope.ts";
import { workOf } from "#room/server/store/figures/people-report.ts";
import { depositedIn } from "#room/server/store/figures/sum-figures.ts";
import type { ReadFilter } from "./read-filter.ts";
import type { FoundByTerm } from "./read-term.ts";
import type { Condition } from "./term-ways.ts";

export interface VisitCriteria {
  readonly filter: ReadFilter;
  readonly now: number;
  readonly days: ClinicDays;
  readonly holders: readonly string[];
  /** Of all visits: bounds of amounts in major units differ between them. */
  readonly currencies: readonly string[];
  readonly terms: readonly FoundByTerm[];
}

const dayMs = 86_400_000;

export const given = <T>(value: T | undefined, condition: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [condition(value)];

/** Whether the invoice has it. Columns of `found` are renamed, so that the visit's own are not taken for them. */
export const has = (found: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from (${found}) as made where made.of_invoice = invoice_number)`;

/** What figures count of visits by other things than the visit as it is now. */
export function figuresOf(criteria: VisitCriteria): Condition[] {
  const { filter } = criteria;
  const ids = [
    ...(filter.endedAs === undefined ? [] : [endedAs(filter.endedAs, criteria)]),
    ...(isDeposit(filter) ? [depositedAs(criteria)] : []),
  ];
  // Of an invoice before it was corrected, the currency may be another than the visit's now.
  const ofVisit = ids.length > 0 ? undefined : filter.currency;
  return [
    ...given(ofVisit, (currency) => ({ sql: sql`currency = ${currency}` })),
    ...[...ids, ...(filter.workedBy === undefined ? [] : [workedBy(filter.workedBy, criteria)])].map(
      (each) => ({ sql: sql<SqlBool>`visit_id in (${each})`, ids: each }),
    ),
  ];
}

/** As the figures count them: an invoice of another practice is not the viewer's, whose visit it is now or not. */
const ofPractices = ({ practices, clocks }: ReadFilter) => ({ ...everyInvoice, practices, clocks });

/** Visits that somebody did something with on some days. The columns are renamed, so that the visit's own are not taken for them. */
function workedBy(person: string, { filter, now, days }: VisitCriteria) {
  const { from = "0001-01-02", to = days.dateOf(now + dayMs) } = filter.workedDays;
  const work = workOf({ ...ofPractices(filter), from, to, person }, days);
  return sql`select work.visit_id from (${work}) as work`;
}

export const isDeposit = ({ paidDays }: ReadFilter) =>
  paidDays.from !== undefined && paidDays.to !== undefined;

/** Empty: of nobody but the patient. */
const payerOf = ({ without, paidBy }: ReadFilter) => (without.has("paidBy") ? "" : paidBy);

function asked(columns: Readonly<Record<string, string | undefined>>) {
  const all = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.raw(column)} = ${value}`],
  );
  return sql.join([sql`1 = 1`, ...all], sql` and `);
}

const paymentKind = "type || '|' || category";

/** Visits of which a deposit slip of these days has something: not those whose correction took back what came in. */
function depositedAs({ filter, days }: VisitCriteria) {
  const { paidDays, payment, currency, invoiceBy: person } = filter;
  const { from = "", to = "" } = paidDays;
  const came = depositedIn({ ...ofPractices(filter), from, to, person }, days);
  return sql`select came.visit_id from (${came}) as came
    join invoice_payment on invoice_payment.invoice_number = came.invoice_number
    where ${asked({ [paymentKind]: payment, payer_id: payerOf(filter), "came.currency": currency })}
    group by came.visit_id, came.currency having sum(sign) <> 0 or sum(sign * amount_minor) <> 0`;
}

/** Charged visits with such a payment. */
export function paymentOf(filter: ReadFilter): Condition[] {
  const { payment } = filter;
  const paidBy = payerOf(filter);
  if (payment === undefined && paidBy === undefined) return [];
  const which = asked({ [paymentKind]: payment, payer_id: paidBy });
  return [{ sql: has(sql`select invoice_number as of_invoice from invoice_payment where ${which}`) }];
}

function endedAs(what: "replaced" | "voided", { filter, days }: VisitCriteria) {
  const { endedDays, endedDateOf: dateOf, currency, invoiceBy: person } = filter;
  const { from = "0001-01-02", to = "9999-12-30" } = endedDays;
  const ended = ofInvoice({ ...ofPractices(filter), dateOf, from, to, person }, days, "ended");
  const end = sql.raw(what === "replaced" ? "is not null" : "is null");
  return sql`select visit_id from invoice where ${ended} and replaced_by ${end} and ${asked({ currency })}`;
}
