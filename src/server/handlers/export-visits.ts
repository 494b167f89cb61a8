import type { CsvRow } from "#room/billing/csv.ts";
import type { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import { type ExportColumn, exportColumns } from "#room/contract/operations/visits.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { visitFilter } from "#room/contract/schemas/visit-filter.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { checkCode, checkPractice, viewerOf, visitRowOf } from "./visit-answer.ts";
import { directoryNow } from "./directory-now.ts";
import { exportedFile, exportedWords } from "./exported-file.ts";
import { withMeaning } from "./text-meaning.ts";

interface Cells {
  readonly titles: readonly string[];
  read(row: VisitRow, names: DirectoryIndex): CsvRow;
}

const namesOf = (kind: "payer" | "provider", ids: readonly string[], names: DirectoryIndex) =>
  ids.map((id) => names.words(kind, id)).join("; ");

const columns: Readonly<Record<ExportColumn, Cells>> = {
  state: { titles: ["State"], read: ({ state }) => [state] },
  waiting: { titles: ["First event (UTC)"], read: (row) => [row.firstReceivedAt] },
  service: { titles: ["Date of service"], read: (row) => [row.serviceDate ?? ""] },
  reason: { titles: ["Issue"], read: (row) => [row.reason ?? ""] },
  holder: {
    titles: ["Who has it", "Snoozed until (UTC)"],
    read: (row) => [row.takenBy ? shownCaller(row.takenBy) : "", row.snoozedUntil ?? ""],
  },
  notes: { titles: ["Notes"], read: (row) => [row.noteCount] },
  practice: {
    titles: ["Practice", "Practice ID"],
    read: ({ practiceId }, names) => [names.words("practice", practiceId ?? ""), practiceId ?? ""],
  },
  payer: {
    titles: ["Payers", "Payer IDs"],
    read: ({ payerIds }, names) => [namesOf("payer", payerIds, names), payerIds.join("; ")],
  },
  provider: {
    titles: ["Providers", "Provider IDs"],
    read: ({ providerIds }, names) => [namesOf("provider", providerIds, names), providerIds.join("; ")],
  },
  lines: { titles: ["Lines"], read: (row) => [row.lineCount] },
  amount: { titles: ["Currency", "Amount"], read: ({ amount }) => [amount?.currency, amount] },
  invoice: { titles: ["Invoice"], read: (row) => [row.invoiceNumber ?? ""] },
  updated: { titles: ["Last event (UTC)"], read: (row) => [row.receivedAt] },
};

type Request = RequestOf<"exportVisits">;

async function* visitPages(request: Request, context: SignedInContext): AsyncGenerator<readonly CsvRow[]> {
  const names = await directoryNow(context.store.directory);
  const viewer = viewerOf(context);
  const now = context.now().getTime();
  const filter = await withMeaning(request, context);
  const shown = columnsOf(request);
  const order = { sort: request.sort ?? "age", isDescending: request.isDescending ?? false };
  for await (const visits of context.store.visits.all({ filter, ...order }, viewer, now))
    yield visits.map((visit) => {
      const row = visitRowOf(visit, now);
      return [row.visitId, row.eventId, ...shown.flatMap(({ read }) => read(row, names))];
    });
}

function columnsOf({ columns: asked }: Request): readonly Cells[] {
  return exportColumns.filter((name) => asked?.includes(name) ?? true).map((name) => columns[name]);
}

const filterNames = Object.keys(visitFilter).filter((name) => name !== "sort" && name !== "isDescending");

function wordsOf(request: Request): string {
  const given = Object.entries(request).filter(([name]) => filterNames.includes(name));
  return exportedWords("visits", Object.fromEntries(given));
}

export const exportVisits = defineHandler("exportVisits", {
  isCostly: true,
  audit: {
    when: "first",
    note: (request) => ({ action: "exported list", subject: wordsOf(request) }),
  },
  handle: async (request, context) => {
    checkPractice(request.practiceId, viewerOf(context));
    checkCode(request.code);
    const head = ["Visit ID", "Event ID", ...columnsOf(request).flatMap(({ titles }) => titles)];
    context.sendFile(exportedFile(wordsOf(request), { head, pages: visitPages(request, context) }, context));
    return {};
  },
});
