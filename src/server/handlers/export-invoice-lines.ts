import { ClinicDays } from "#room/billing/clinic-days.ts";
import { payerBilledFor } from "#room/billing/line-totals.ts";
import type { CsvRow } from "#room/billing/csv.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { InvoiceLine } from "#room/contract/schemas/invoice.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import type { FigureScope } from "#room/server/store/figures/figure-scope.ts";
import type { ChargedInvoice } from "#room/server/store/invoices/charged-invoices.ts";
import { stateOf } from "#room/server/store/invoices/read-invoices.ts";
import { scopeOf } from "./day-sheet-answer.ts";
import { directoryNow } from "./directory-now.ts";
import { exportedFile, exportedScope } from "./exported-file.ts";
import { viewerOf, wireInstant } from "./visit-answer.ts";

interface Known {
  readonly names: DirectoryIndex;
  /** Whose figures may be shown; undefined: everybody's. */
  readonly sees: string | undefined;
  dayOf(invoice: ChargedInvoice): string;
}

type Cell = CsvRow[number];
type Read = (line: InvoiceLine, invoice: ChargedInvoice, known: Known) => Cell;

const nameOf = (kind: "practice" | "provider" | "payer", id: string | null | undefined, { names }: Known) =>
  names.words(kind, id ?? "");

const columns: readonly (readonly [title: string, Read])[] = [
  ["Invoice", (_, invoice) => invoice.invoice_number],
  ["State", (_, invoice) => stateOf(invoice)],
  ["Replaces", (_, invoice) => invoice.replaces ?? ""],
  ["Replaced by", (_, invoice) => invoice.replaced_by ?? ""],
  ["Date of service", (_, invoice) => invoice.service_date ?? ""],
  ["Day charged", (_, invoice, { dayOf }) => dayOf(invoice)],
  ["Charged at (UTC)", (_, invoice) => wireInstant(invoice.created_at)],
  [
    "Charged by",
    (_, { created_by: by }, { sees }) =>
      by !== null && (sees === undefined || by === sees) ? shownCaller(by) : "",
  ],
  ["Practice", (_, invoice, known) => nameOf("practice", invoice.practice_id, known)],
  ["Practice ID", (_, invoice) => invoice.practice_id],
  ["Visit ID", (_, invoice) => invoice.visit_id],
  ["Event ID", (_, invoice) => invoice.event_id],
  ["Line", (line) => line.lineNumber],
  ["Provider", (line, _, known) => nameOf("provider", line.providerId, known)],
  ["Provider ID", (line) => line.providerId ?? ""],
  ["Payer", (line, _, known) => nameOf("payer", line.payerId, known)],
  ["Payer ID", (line) => line.payerId ?? ""],
  ["Code", (line) => line.cpt],
  ["Modifiers", (line) => line.modifier.join(" ")],
  ["Units", (line) => line.quantity],
  ["Diagnoses", (line) => line.diagnoses.join(" ")],
  ["Currency", (_, invoice) => invoice.currency],
  ["Amount", (line) => line.amount],
  ["Paid", (line) => line.paid],
  ["A/R", (line) => line.arAmount],
  ["Billed to payer", (line) => (line.billtoPayer ? "yes" : "no")],
];

/** Whether a scope asks for a line. */
function isAsked(line: InvoiceLine, { providerId, payerId, code }: FigureScope): boolean {
  return (
    (providerId === undefined || (line.providerId ?? "") === providerId) &&
    (payerId === undefined || payerBilledFor(line) === payerId) &&
    (code === undefined || line.cpt.trim().toUpperCase() === code)
  );
}

async function* linePages(scope: FigureScope, context: SignedInContext): AsyncGenerator<readonly CsvRow[]> {
  const { store, session } = context;
  const clocks = new Map(
    scope.clocks.flatMap(({ timeZone, practiceIds }) => {
      const days = new ClinicDays(timeZone);
      return practiceIds.map((id) => [id, days] as const);
    }),
  );
  const known: Known = {
    names: await directoryNow(store.directory),
    sees: session.rights.has("people-figures") ? undefined : viewerOf(context).name,
    dayOf: (invoice) => (clocks.get(invoice.practice_id) ?? store.days).dateOf(invoice.created_at),
  };
  for await (const invoices of store.chargedInvoices(scope))
    yield invoices.flatMap((invoice) =>
      invoice.lines
        .filter((line) => isAsked(line, scope))
        .map((line) => columns.map(([, read]) => read(line, invoice, known))),
    );
}

const wordsOf = (request: RequestOf<"exportInvoiceLines">) => exportedScope("invoice-lines", request);

export const exportInvoiceLines = defineHandler("exportInvoiceLines", {
  isCostly: true,
  audit: {
    when: "first",
    note: (request) => ({ action: "exported list", subject: wordsOf(request) }),
  },
  handle: async (request, context) => {
    const { scope } = await scopeOf(request, context);
    const head = columns.map(([title]) => title);
    context.sendFile(exportedFile(wordsOf(request), { head, pages: linePages(scope, context) }, context));
    return {};
  },
});
