import { type Kysely, sql } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { type FigureScope, isOfLines, ofInvoice, ofPractices, onDays } from "./figure-scope.ts";

/** What figures are sorted by, and `all`: the totals. */
export const dimensions = {
  all: "''",
  practice: "practice_id",
  person: "person",
  provider: "provider_id",
  payer: "payer_id",
  code: "code",
} as const;
export type Dimension = keyof typeof dimensions;

/** In one currency. */
export interface Figure {
  readonly id: string;
  readonly currency: string;
  visits: number;
  lines: number;
  units: number;
  charged: number;
  /** Undefined: payments cannot be told apart. */
  paid: number | undefined;
  /** Of what was replaced or voided, and counts in none of the others. */
  corrected: number;
}

export function noFigure(id: string, currency: string): Figure {
  return { id, currency, visits: 0, lines: 0, units: 0, charged: 0, paid: undefined, corrected: 0 };
}

export interface PaymentFigure {
  readonly type: string;
  readonly category: string;
  readonly currency: string;
  readonly count: number;
  readonly minor: number;
}

type Found = { readonly [Each in Dimension]: Figure[] };

/** Exact, or not at all. */
function exact(sum: unknown): number {
  const value = Number(sum ?? 0);
  if (!Number.isSafeInteger(value)) throw new RangeError("A sum of figures is beyond what is exact");
  return value;
}

/** Quarters of units are common, tenths of thousandths are noise of adding them. */
const unitsOf = (sum: unknown) => Math.round(Number(sum ?? 0) * 1000) / 1000;

interface FigureRow {
  readonly dimension: Dimension;
  readonly id: string;
  readonly currency: string;
  readonly visits: number;
  readonly lines: number;
  readonly units: number;
  readonly minor: number;
  readonly paid: number | null;
  readonly corrected: number | null;
}

/** The invoices of a scope, and the lines of them that it asks for. What only totals are made of is read from indexes. */
function foundIn(
  scope: FigureScope,
  { clinic, isKept }: { readonly clinic: ClinicDays; readonly isKept: boolean },
) {
  const { providerId, payerId, code } = scope;
  const asked = (
    [
      ["provider_id", providerId],
      ["payer_id", payerId],
      ["code", code],
    ] as const
  ).flatMap(([column, value]) => (value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]));
  const as = sql.raw(isKept ? "as materialized" : "as not materialized");
  return sql`charged ${as} (
      select invoice_number, practice_id, coalesce(created_by, '') as person, currency, total_minor, paid_minor,
        ended_at is null as stands
      from invoice where ${ofInvoice(scope, clinic, "any")}),
    lines ${as} (
      select charged.*, provider_id, payer_id, code, units, amount_minor
      from charged join invoice_line on invoice_line.invoice_number = charged.invoice_number
      where ${sql.join([sql`1 = 1`, ...asked], sql` and `)})`;
}

/**
 * Sums up what a scope finds by these dimensions. Whole invoices are summed by their totals; where only some lines are
 * asked for, and by what lines have, the lines are.
 */
export async function sumFigures(
  db: Kysely<Tables>,
  scope: FigureScope,
  { clinic, wanted }: { readonly clinic: ClinicDays; readonly wanted: readonly Dimension[] },
): Promise<Found> {
  const found: Found = { all: [], practice: [], person: [], provider: [], payer: [], code: [] };
  const known = new Map<string, Figure>();
  const figureOf = ({ dimension, id, currency }: Pick<FigureRow, "dimension" | "id" | "currency">) => {
    const key = JSON.stringify([dimension, id, currency]);
    const figure = known.get(key);
    if (figure) return figure;
    const fresh = noFigure(id, currency);
    known.set(key, fresh);
    found[dimension].push(fresh);
    return fresh;
  };
  const ofLines = isOfLines(scope);
  const isWhole = (dimension: Dimension) =>
    !ofLines && (dimension === "all" || dimension === "practice" || dimension === "person");
  const byLine = wanted.map(
    (
      dimension,
    ) => sql`select ${sql.lit(dimension)} as dimension, ${sql.raw(dimensions[dimension])} as id, currency,
      ${isWhole(dimension) ? sql`0` : sql`count(distinct invoice_number) filter (where stands)`} as visits, count(*) filter (where stands) as lines,
      sum(units) filter (where stands) as units, cast(sum(amount_minor) filter (where stands) as bigint) as minor,
      cast(null as bigint) as paid, cast(sum(amount_minor) filter (where not stands) as bigint) as corrected
      from lines group by 2, currency`,
  );
  const byInvoice = wanted.filter(isWhole).map(
    (dimension) => sql`select ${sql.lit(dimension)}, ${sql.raw(dimensions[dimension])}, currency,
      count(*) filter (where stands), 0, 0, cast(sum(total_minor) filter (where stands) as bigint),
      coalesce(cast(sum(paid_minor) filter (where stands) as bigint), 0),
      cast(sum(total_minor) filter (where not stands) as bigint) from charged group by 2, currency`,
  );
  const { rows } = await sql<FigureRow>`with ${foundIn(scope, { clinic, isKept: wanted.length > 1 })}
    select * from (${sql.join([...byLine, ...byInvoice], sql` union all `)}) as figures
    order by 1, 2, 3`.execute(db);
  for (const row of rows) {
    const figure = figureOf(row);
    const isOfInvoices = row.paid !== null;
    figure.lines += Number(row.lines);
    figure.units = unitsOf(figure.units + Number(row.units ?? 0));
    if (isOfInvoices || !isWhole(row.dimension)) {
      figure.visits = Number(row.visits);
      figure.charged = exact(row.minor);
      figure.corrected = exact(row.corrected);
      if (isOfInvoices) figure.paid = exact(row.paid);
    }
  }
  return found;
}

/**
 * What came in on the days of a scope: payments of all that was charged on them, also of what was corrected or voided since,
 * less those of what was corrected or voided on them. So a correction counts what it changes, a payment that is charged on
 * another visit after a void counts once, and a day stays as it was deposited.
 */
export function depositedIn(scope: FigureScope, clinic: ClinicDays) {
  const { practices, person } = scope;
  const ended = [
    sql`ended_at is not null and ${onDays("ended_at", scope, clinic)}`,
    ofPractices(practices),
    ...(person === undefined ? [] : [sql`ended_by = ${person}`]),
  ];
  return sql`select invoice_number, visit_id, currency, ended_at is null as stands, 1 as sign
      from invoice where ${ofInvoice(scope, clinic, "any")}
    union all select invoice_number, visit_id, currency, false, -1 from invoice where ${sql.join(ended, sql` and `)}`;
}

/**
 * Payments by type and category, and those that stand by payer. Of a payer, if one is asked for; none for a provider or
 * code. By date of service all are those that stand.
 */
export async function sumPayments(db: Kysely<Tables>, scope: FigureScope, clinic: ClinicDays) {
  const { providerId, payerId, code } = scope;
  const kinds: PaymentFigure[] = [];
  const payers: { readonly id: string; readonly currency: string; readonly minor: number }[] = [];
  if (providerId !== undefined || code !== undefined) return { kinds, payers, isKnown: false };
  const ofPayer = payerId === undefined ? sql`1 = 1` : sql`payer_id = ${payerId}`;
  const { rows } = await sql<{
    payer: string | null;
    type: string;
    category: string;
    currency: string;
    payments: number;
    minor: number;
  }>`with charged as materialized (${
    scope.dateOf === "charge"
      ? depositedIn(scope, clinic)
      : sql`select invoice_number, currency, true as stands, 1 as sign from invoice where ${ofInvoice(scope, clinic)}`
  }),
    paid as materialized (select currency, payer_id, type, category, amount_minor, stands, sign
      from charged join invoice_payment on invoice_payment.invoice_number = charged.invoice_number
      where ${ofPayer})
    select cast(null as text) as payer, type, category, currency, sum(sign) as payments,
      cast(sum(sign * amount_minor) as bigint) as minor from paid group by type, category, currency
    union all select payer_id, '', '', currency, count(*), cast(sum(amount_minor) as bigint)
      from paid where stands group by payer_id, currency order by 1, 2, 3, 4`.execute(db);
  for (const { payer, type, category, currency, payments, minor } of rows) {
    const sums = { count: Number(payments), minor: exact(minor) };
    if (payer !== null) payers.push({ id: payer, currency, minor: sums.minor });
    else if (sums.count !== 0 || sums.minor !== 0) kinds.push({ type, category, currency, ...sums });
  }
  return { kinds, payers, isKnown: true };
}
