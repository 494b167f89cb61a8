import { createHash } from "node:crypto";
import { dayNumber } from "#room/billing/clinic-days.ts";
import { moneyOfMinor } from "#room/contract/primitives/money.ts";
import { givenGuid } from "#room/contract/primitives/guid.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { Clinic } from "#room/contract/schemas/clinic.ts";
import {
  type DaySheet,
  type FigureSums,
  mostFigureRows,
  type SheetBy,
  sheetBy,
} from "#room/contract/schemas/day-sheet.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { invalidMember } from "#room/server/http/refusal.ts";
import type { InvoiceSum, Sheet } from "#room/server/store/figures/day-sheets.ts";
import type { FigureScope } from "#room/server/store/figures/figure-scope.ts";
import type { Figure } from "#room/server/store/figures/sum-figures.ts";
import { checkPractice, groupOf, viewerOf, wireInstant } from "./visit-answer.ts";
import { ownClocks } from "./directory-now.ts";

const maxDays = 731;

type Request = RequestOf<"getDaySheet">;

/** Of a row of the audit log. */
export const subjectOfDays = ({ from, to }: Pick<Request, "from" | "to">) =>
  `day:${from}${from === to ? "" : `..${to}`}`;

function daysOf({ from, to }: Pick<Request, "from" | "to">) {
  const [first, last] = [calendarDateOf(from), calendarDateOf(to)];
  if (first === undefined || last === undefined)
    throw invalidMember("NotEmpty", first === undefined ? "from" : "to", "A day must be given.");
  if (last < first) throw invalidMember("GreaterThanOrEqual", "to", "'to' must not be before 'from'.");
  if (dayNumber(last) - dayNumber(first) >= maxDays)
    throw invalidMember("InclusiveBetween", "to", `'from' and 'to' must be at most ${maxDays} days apart.`);
  return { from: first, to: last };
}

/** An id, or its lack: nothing is both. */
function partyOf(request: Request, member: "provider" | "payer"): string | undefined {
  const id = givenGuid(request[`${member}Id`]);
  if (request.without?.includes(member) !== true) return id;
  if (id !== undefined)
    throw invalidMember("Empty", "without", `Lines with one ${member} are not without it: ask for either.`);
  return "";
}

export async function scopeOf(
  request: Request,
  context: SignedInContext,
): Promise<{ readonly scope: FigureScope; readonly practiceId: string }> {
  const viewer = viewerOf(context);
  const practiceId = checkPractice(request.practiceId, viewer);
  const seen = practiceId === "" ? viewer.practices : [practiceId];
  const scope = {
    dateOf: request.dateOf ?? ("charge" as const),
    ...daysOf(request),
    practices: seen.length === 0 ? undefined : new Set(seen),
    providerId: partyOf(request, "provider"),
    payerId: partyOf(request, "payer"),
    code: request.code?.trim().toUpperCase() || undefined,
    person: request.person || undefined,
    clocks: await ownClocks(context.store.directory),
  };
  return { scope, practiceId };
}

const sumOf = ({ what, count, currency, minor }: InvoiceSum) => ({
  what,
  count,
  amount: moneyOfMinor(minor, currency),
});

/** What a payer pays is not what its lines leave open, as the patient pays, too: only whole invoices have a balance. */
function figureOf(figure: Figure, hasBalance: boolean): FigureSums {
  const { currency, visits, lines, units, charged, paid, corrected } = figure;
  return {
    visits,
    lines,
    units,
    charged: moneyOfMinor(charged, currency),
    ...(paid === undefined ? {} : { paid: moneyOfMinor(paid, currency) }),
    ...(paid === undefined || !hasBalance ? {} : { arAmount: moneyOfMinor(charged - paid, currency) }),
    corrected: moneyOfMinor(corrected, currency),
  };
}

function nameOf(by: SheetBy, id: string, directory: DirectoryIndex): string {
  if (by === "code" || id === "") return id;
  return by === "person" ? shownCaller(id) : directory.words(by, id);
}

function rowsOf(
  by: SheetBy,
  figures: readonly Figure[],
  { directory, hasBalance }: { readonly directory: DirectoryIndex; readonly hasBalance: boolean },
): DaySheet["rows"] {
  return figures
    .toSorted((a, b) => b.charged - a.charged || (a.id < b.id ? -1 : 1))
    .slice(0, mostFigureRows)
    .map((figure) => {
      const { id } = figure;
      return { by, id, name: nameOf(by, id, directory), ...figureOf(figure, hasBalance) };
    });
}

type Figures = Pick<DaySheet, "totals" | "payments" | "ended" | "uncharged">;

/** The same for the same figures, whoever asks and however rows are ordered. */
function markOf({ totals, payments, ended, uncharged }: Figures): string {
  const parts: readonly (readonly unknown[] | null | undefined)[] = [totals, payments, ended, uncharged];
  const written = parts.map((rows) => rows?.map((row) => JSON.stringify(row)).toSorted());
  return createHash("sha256").update(JSON.stringify(written)).digest("base64url").slice(0, 22);
}

/** What of a sheet somebody may see. `sees`: whose figures; undefined: everybody's. */
export function shownTo(sees: string | undefined, sheet: DaySheet): DaySheet {
  if (sees === undefined) return sheet;
  const invoices = sheet.late.invoices.map(({ chargedBy, endedBy, ...invoice }) => ({
    ...invoice,
    ...(chargedBy === sees && { chargedBy }),
    ...(endedBy === sees && { endedBy }),
  }));
  const rows = sheet.rows.filter(({ by, id }) => by !== "person" || id === sees);
  return { ...sheet, rows, late: { ...sheet.late, invoices } };
}

/** A sheet of all people, as kept for a closed day. */
export function daySheetOf(
  sheet: Sheet,
  {
    scope,
    at,
    hasSheet,
    clinic,
    directory,
  }: {
    readonly scope: Pick<FigureScope, "payerId">;
    readonly at: number;
    readonly hasSheet: boolean;
    readonly clinic: Clinic;
    readonly directory: DirectoryIndex;
  },
): DaySheet {
  const { figures, payments, uncharged, closing, ended, late } = sheet;
  const isWhole = scope.payerId === undefined;
  const answer: DaySheet = {
    clinic,
    totals: figures.all
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map((figure) => figureOf(figure, isWhole)),
    rows: sheetBy.options.flatMap((by) =>
      rowsOf(by, figures[by], {
        directory,
        hasBalance: isWhole && (by === "practice" || by === "person"),
      }),
    ),
    payments: payments
      .toSorted((a, b) => (`${a.type}\u0000${a.category}` < `${b.type}\u0000${b.category}` ? -1 : 1))
      .map(({ type, category, count, currency, minor }) => ({
        paymentType: type,
        paymentCategory: category,
        count,
        amount: moneyOfMinor(minor, currency),
      })),
    uncharged: uncharged?.map(({ state, reason, group }) => ({
      state,
      reason,
      group: groupOf({ name: reason, ...group }),
    })),
    isClosed: closing !== undefined,
    closed: closing && { at: wireInstant(closing.at), by: closing.by, hasSheet },
    ended: ended?.map(sumOf),
    late: {
      sums: late.sums.map(sumOf),
      invoices: late.invoices.map((row) => ({
        invoiceNumber: row.invoice_number,
        visitId: row.visit_id,
        practiceId: row.practice_id,
        serviceDate: row.service_date || undefined,
        chargedAt: wireInstant(row.created_at),
        chargedBy: row.created_by ?? undefined,
        charged: moneyOfMinor(row.total_minor, row.currency),
        paid: moneyOfMinor(row.paid_minor, row.currency),
        isNew: row.is_new === 1,
        ended: row.ended_at === null ? undefined : row.replaced_by === null ? "voided" : "replaced",
        endedAt: wireInstant(row.ended_at ?? undefined),
        endedBy: row.ended_by ?? undefined,
      })),
    },
    asOf: wireInstant(at),
  };
  return ended ? { ...answer, figuresMark: markOf(answer) } : answer;
}
