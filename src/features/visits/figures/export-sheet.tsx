import { callOperation } from "#room/api/call-operation.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { type DaySheet, sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { ExportProgress, exportFile, saveExport, useFileExport } from "#room/features/parts/file-export.tsx";
import { Button } from "#room/ui/button.tsx";
import { Menu } from "#room/features/parts/menu.tsx";
import { sheetCsv, type TotalsToDate } from "./sheet-csv.ts";
import { isLong, requestOf, type SheetScope, toDate } from "./sheet-scope.ts";

/** Reads the sheet to be saved; a long one table by table, as it is shown. The audit log says so once. */
async function readSheet(
  scope: SheetScope,
  signal: AbortSignal,
  onDone: (done: string) => void,
): Promise<DaySheet> {
  const request = requestOf(scope);
  const [first, ...others] = isLong(scope) ? sheetBy.options : [undefined];
  const whole = { ...request, isExport: true, ...(first && { by: first }) };
  const sheet = await callOperation("getDaySheet", whole, { signal });
  const rows = [...sheet.rows];
  for (const [at, by] of others.entries()) {
    onDone(`${at + 1} of ${sheetBy.options.length} tables`);
    const part = await callOperation("getDaySheet", { ...request, by, rowsOnly: true }, { signal });
    rows.push(...part.rows);
  }
  return { ...sheet, rows };
}

/** A kept sheet says nothing of what came later. */
function readToDate(scope: SheetScope, signal: AbortSignal): Promise<TotalsToDate[]> {
  if (scope.kept) return Promise.resolve([]);
  return Promise.all(
    toDate(scope).map(async ({ name, scope: days }) => {
      const request = { ...requestOf(days), totalsOnly: true };
      return { name, totals: (await callOperation("getDaySheet", request, { signal })).totals };
    }),
  );
}

/** Saves the sheet, or the lines that it sums up, as CSV. */
export function ExportSheet({ scope }: { readonly scope: SheetScope }) {
  const exporting = useFileExport();
  const mayExport = useServiceConfig().extensions.includes("exportInvoiceLines");
  const days = scope.from === scope.to ? scope.from : `${scope.from}-to-${scope.to}`;
  const span = scope.kept ? `${days}-as-closed` : days;
  const save = () =>
    void saveExport(`day-sheet-${span}.csv`, async (signal, onDone) => {
      const csv = sheetCsv(await readSheet(scope, signal, onDone), await readToDate(scope, signal));
      return { blob: new Blob([csv], { type: "text/csv" }), has: "The day sheet" };
    });
  if (exporting) return <ExportProgress {...exporting} />;
  if (!mayExport) return <Button onClick={save}>Export CSV</Button>;
  const lines = () => void exportFile("exportInvoiceLines", requestOf(scope), `invoice-lines-${days}.csv`);
  return (
    <Menu
      label="Export CSV"
      sections={[
        {
          items: [
            { id: "sheet", label: "This day sheet", run: save },
            // A closed day keeps its sheet, not its lines.
            {
              id: "lines",
              label: scope.kept ? "Each charged line, as of now" : "Each charged line",
              run: lines,
            },
          ],
        },
      ]}
    />
  );
}
