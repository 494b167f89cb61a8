import type { InvoiceTable } from "#room/server/store/invoices/invoice-tables.ts";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { SheetBy } from "#room/contract/schemas/day-sheet.ts";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import type { LooseEntry } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { ChangedSince } from "#room/server/store/changed-since.ts";
import { directoryVersion } from "#room/server/store/directory-repository.ts";
import { lockCounter } from "#room/server/store/charge-queries.ts";
import type { KeyedEngine } from "#room/server/store/engine.ts";
import { clocksDiffer } from "#room/server/store/invoices/invoice-queries.ts";
import { readOneState, readUntil } from "#room/server/store/caller-gone.ts";
import { countOf, valueOf } from "#room/server/store/rows.ts";
import type { Tables } from "#room/server/store/tables.ts";
import type { Found } from "#room/server/store/visits/visit-types.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { type FigureScope, isOfLines, ofInvoice } from "./figure-scope.ts";
import { findUncharged, type UnchargedState } from "./find-uncharged.ts";
import { type Clocks, closedDaysMoved } from "./closed-days-moved.ts";
import {
  type Dimension,
  type Figure,
  noFigure,
  type PaymentFigure,
  sumFigures,
  sumPayments,
} from "./sum-figures.ts";

const maxLate = 200;

/** An invoice that changed what a closed day has. */
export interface LateInvoice extends Pick<
  InvoiceTable,
  | ("invoice_number" | "visit_id" | "practice_id" | "service_date" | "created_at" | "created_by")
  | ("ended_at" | "ended_by" | "replaced_by" | "currency" | "total_minor" | "paid_minor")
> {
  /** Charged after the closing. */
  readonly is_new: 0 | 1;
}

/** How many invoices, and their totals, in one currency. */
export interface InvoiceSum {
  readonly currency: string;
  readonly what: "charged" | "replaced" | "voided";
  readonly count: number;
  readonly minor: number;
}

export interface Closing {
  readonly at: number;
  readonly by: string;
  /** Empty: of all practices. */
  readonly practiceId: string;
}

/** The figures of a scope. */
export interface Sheet {
  readonly figures: Readonly<Record<Dimension, readonly Figure[]>>;
  readonly payments: readonly PaymentFigure[];
  /** Undefined: not asked, as lines and people have none. */
  readonly uncharged:
    | readonly { readonly state: UnchargedState; readonly reason: string; readonly group: Found }[]
    | undefined;
  readonly closing: Closing | undefined;
  /** What no longer stands; undefined: not asked, as lines have none. */
  readonly ended: readonly InvoiceSum[] | undefined;
  readonly late: { readonly sums: readonly InvoiceSum[]; readonly invoices: readonly LateInvoice[] };
}

interface SheetRequest {
  readonly scope: FigureScope;
  /** The practice that the scope is of; empty: of all that it may be. */
  readonly practiceId: string;
  /** What there are rows of; nothing: only totals. */
  readonly wanted: readonly SheetBy[];
  /** Nothing besides rows, totals and payments. */
  readonly rowsOnly?: boolean;
}

/** Which closings of a day count for a sheet: those of its practice, and of all. */
async function closingOf(
  db: Kysely<Tables>,
  { scope: { from, to }, practiceId }: SheetRequest,
): Promise<(Closing & { readonly last: number }) | undefined> {
  if (from !== to) return undefined;
  const rows = await db
    .selectFrom("closed_day")
    .select(["closed_at", "closed_by", "practice_id", "last_invoice"])
    .where("day", "=", from)
    .where("practice_id", "in", [...new Set(["", practiceId])])
    .orderBy("last_invoice")
    .execute();
  const row = rows.find(({ practice_id }) => practice_id === practiceId) ?? rows[0];
  return row && { at: row.closed_at, by: row.closed_by, practiceId: row.practice_id, last: row.last_invoice };
}

/** What ended before a day was closed ended no later, by whichever clock. */
async function noSoonerThanEnds(db: Kysely<Tables>, now: number): Promise<number> {
  const { last } = await db
    .selectFrom("invoice")
    .select(({ fn }) => fn.max("ended_at").as("last"))
    .where("ended_at", ">", now)
    .where("ended_at", "<", now + clocksDiffer)
    .executeTakeFirstOrThrow();
  return Number(last ?? now);
}

/** Invoices with the end that each came to. */
const endedIn = (found: RawBuilder<unknown>) =>
  sql`select currency, total_minor, case when replaced_by is null then 'voided' else 'replaced' end as what
    from (${found}) as found where ended_at is not null`;

async function sumInvoices(db: Kysely<Tables>, sorted: RawBuilder<unknown>): Promise<InvoiceSum[]> {
  const { rows } = await sql<InvoiceSum>`select currency, what, count(*) as count,
    cast(sum(total_minor) as bigint) as minor
    from (${sorted}) as ends group by currency, what order by what, currency`.execute(db);
  return rows.map((row) => ({ ...row, count: Number(row.count), minor: Number(row.minor) }));
}

/** Charged, or ended, after its day was closed, or after its date of service was. What was charged and ended since is both. */
async function findLate(
  db: Kysely<Tables>,
  {
    scope,
    clinic,
    closing,
  }: {
    readonly scope: FigureScope;
    readonly clinic: ClinicDays;
    readonly closing: { readonly at: number; readonly last: number } | undefined;
  },
): Promise<Sheet["late"]> {
  type Test = (last: RawBuilder<unknown>, at: RawBuilder<unknown>) => RawBuilder<unknown>;
  const isNew: Test = (last) => sql`invoice.invoice_number > ${last}`;
  const isChanged: Test = (last, at) => sql`(${isNew(last, at)} or invoice.replaced_by > ${last}
      or (invoice.replaced_by is null and invoice.ended_at > ${at}))`;
  const afterClosing = (test: Test) => sql`(${
    closing ? test(sql`${closing.last}`, sql`${closing.at}`) : sql`1 = 0`
  } or exists (select 1 from closed_day where closed_day.day = invoice.service_date
        and closed_day.practice_id in ('', invoice.practice_id)
        and ${test(sql`closed_day.last_invoice`, sql`closed_day.closed_at`)}))`;
  const found = sql`select invoice.*, case when ${afterClosing(isNew)} then 1 else 0 end as is_new from invoice
    where ${ofInvoice(scope, clinic, "any")} and ${afterClosing(isChanged)}`;
  const sums = await sumInvoices(
    db,
    sql`select currency, total_minor, 'charged' as what from (${found}) as came where is_new = 1
      union all ${endedIn(found)}`,
  );
  if (sums.length === 0) return none;
  const { rows } =
    await sql<LateInvoice>`select invoice_number, visit_id, practice_id, service_date, created_at,
    created_by, ended_at, ended_by, replaced_by, currency, total_minor, paid_minor, is_new
    from (${found}) as late order by invoice_number limit ${maxLate}`.execute(db);
  return { sums, invoices: rows };
}

type Engine = Pick<KeyedEngine, "kind" | "auditKey" | "db" | "sums" | "vault" | "days">;

/** Day sheets: sums of what was charged, from columns made for them, and days that are closed. */
export class DaySheets {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Aside of all other work, from one state of the database, while somebody waits for it. */
  async sheet(request: SheetRequest, callerGone?: AbortSignal): Promise<Sheet> {
    return readUntil(callerGone, async () =>
      readOneState(this.#engine.sums, (db) => this.#sheet(db, request)),
    );
  }

  async #sheet(db: Kysely<Tables>, request: SheetRequest): Promise<Sheet> {
    const { scope, wanted, rowsOnly = false } = request;
    const totalsOnly = wanted.length === 0;
    const isPart = totalsOnly || rowsOnly;
    const clinic = this.#engine.days;
    const figures = await sumFigures(db, scope, { clinic, wanted: ["all", ...wanted] });
    if (totalsOnly && !isOfLines(scope))
      return {
        figures,
        payments: [],
        uncharged: undefined,
        ended: undefined,
        closing: undefined,
        late: none,
      };
    const { kinds, payers, isKnown } = await sumPayments(db, scope, clinic);
    for (const { id, currency, minor } of payers) {
      const figure = figures.payer.find((each) => each.id === id && each.currency === currency);
      if (figure) figure.paid = minor;
      else if (wanted.includes("payer")) figures.payer.push({ ...noFigure(id, currency), paid: minor });
    }
    if (isKnown && isOfLines(scope))
      for (const total of figures.all)
        total.paid = payers.find(({ currency }) => currency === total.currency)?.minor ?? 0;
    const closing = await closingOf(db, request);
    return {
      figures,
      payments: kinds,
      uncharged: isPart ? undefined : await findUncharged(db, scope, clinic),
      closing,
      ended: isPart || isOfLines(scope) ? undefined : await this.#ended(db, scope),
      late: isPart || isOfLines(scope) ? none : await findLate(db, { scope, clinic, closing }),
    };
  }

  #ended(db: Kysely<Tables>, scope: FigureScope): Promise<InvoiceSum[]> {
    const which = ofInvoice(scope, this.#engine.days, "ended");
    return sumInvoices(db, endedIn(sql`select * from invoice where ${which}`));
  }

  /** Closed days whose figures would change by other clocks. */
  closedDaysMoved(before: Clocks, after: Clocks): Promise<string[]> {
    return closedDaysMoved(this.#engine.sums, before, after);
  }

  countClosed(): Promise<number> {
    return countOf(this.#engine.db.selectFrom("closed_day"));
  }

  /** Which of these days are closed for a practice, in order. */
  async closedAmong(days: readonly string[], practiceId: string): Promise<string[]> {
    const rows = await this.#engine.db
      .selectFrom("closed_day")
      .select("day")
      .distinct()
      .where("day", "in", days)
      .where("practice_id", "in", ["", practiceId])
      .orderBy("day")
      .execute();
    return rows.map(({ day }) => day);
  }

  /** The sheets of a closed day as they were, JSON; undefined if that practice was not closed by itself. */
  async closedSheets(day: string, practiceId: string): Promise<string | undefined> {
    const days = this.#engine.db.selectFrom("closed_day").where("day", "=", day);
    const sheets = await valueOf(days.where("practice_id", "=", practiceId), "sheets");
    return sheets && this.#engine.vault.text(associatedData.closedDay(day, practiceId), sheets);
  }

  /**
   * Keeps a day's sheets. No event is charged while they are made, so each invoice is either in them or late. If the day
   * is closed already, returns who did it. Throws ChangedSince if the directory, and so a clock, may be another by now.
   */
  async close(
    {
      day,
      practiceId,
      by,
      now,
      entry,
      directory,
    }: { day: string; practiceId: string; by: string; now: number; entry?: LooseEntry; directory?: number },
    make: (sheet: (request: SheetRequest) => Promise<Sheet>, closing: Closing) => Promise<string>,
  ): Promise<Closing> {
    const { db, vault } = this.#engine;
    const seal = await vault.sealer();
    return db.transaction().execute(async (transaction: Transaction<Tables>) => {
      const { value: last } = await lockCounter(transaction);
      const known = await transaction
        .selectFrom("closed_day")
        .select(["closed_at", "closed_by"])
        .where("day", "=", day)
        .where("practice_id", "=", practiceId)
        .executeTakeFirst();
      if (known) return { at: known.closed_at, by: known.closed_by, practiceId };
      if (directory !== undefined && directory !== (await directoryVersion(transaction)))
        throw new ChangedSince();
      const closing = { at: await noSoonerThanEnds(transaction, now), by, practiceId };
      const sheets = await make((request) => this.#sheet(transaction, request), closing);
      await transaction
        .insertInto("closed_day")
        .values({
          day,
          practice_id: practiceId,
          closed_at: closing.at,
          closed_by: by,
          last_invoice: last,
          sheets: seal.text(associatedData.closedDay(day, practiceId), sheets),
        })
        .execute();
      if (entry) await appendAudit(this.#engine, transaction, [entry]);
      return closing;
    });
  }
}

const none: Sheet["late"] = { sums: [], invoices: [] };
