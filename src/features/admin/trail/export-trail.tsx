import { entriesText } from "./chain-check.tsx";
import { clinicToday } from "#room/api/clinic-today.ts";
import { byteOrderMark } from "#room/billing/csv.ts";
import { callOperation } from "#room/api/call-operation.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { gatherParts } from "#room/features/admin/gather-parts.ts";
import { ExportProgress, saveExport, useFileExport } from "#room/features/parts/file-export.tsx";
import { Menu } from "#room/features/parts/menu.tsx";

type Format = RequestOf<"exportAuditEntries">["format"];

const fileName = (format: Format) => `audit-log-${clinicToday()}.${format}`;

/** Exports all rows of the filter to a file. The export itself is recorded in the audit log. */
export function ExportTrail({ filter }: { readonly filter: RequestOf<"listAuditEntries"> }) {
  const exporting = useFileExport();
  const save = async (format: Format) =>
    saveExport(fileName(format), async (signal, onDone) => {
      let count = 0;
      const blob = await gatherParts(async (before) => {
        const part = await callOperation("exportAuditEntries", { ...filter, format, before }, { signal });
        count += part.count;
        onDone(entriesText(count));
        return { piece: part.text, next: part.nextBefore };
      });
      // By its mark a spreadsheet knows the encoding.
      const file = format === "csv" ? new Blob([byteOrderMark, blob]) : blob;
      return { blob: file, has: entriesText(count) };
    });
  if (exporting) return <ExportProgress {...exporting} />;
  const item = (format: Format, label: string) => ({ id: format, label, run: () => void save(format) });
  return (
    <Menu
      label="Export"
      sections={[
        { items: [item("csv", "CSV, for a spreadsheet"), item("ndjson", "NDJSON, one entry a line")] },
      ]}
    />
  );
}
