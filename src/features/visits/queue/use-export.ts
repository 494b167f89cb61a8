import { loadCode } from "#room/api/load-code.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { breathe } from "#room/workspace/storage/encrypted-store.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast, toastError } from "#room/ui/toast-store.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { ExportFormat } from "./export-visits.ts";

/** Saves events as a file, in their current state. A message warns that the unencrypted file contains patient data. */
export function useExport(): (rows: readonly VisitSummary[], format: ExportFormat) => Promise<void> {
  const { visits } = useWorkspace();
  return async (rows, format) => {
    try {
      const { exportFileName, visitsCsv, visitsJson } = await loadCode(() => import("./export-visits.ts"));
      const nameOf = (count: number) => exportFileName(format, count, new Date());
      let name = nameOf(rows.length);
      if (format === "csv") saveBlob(new Blob([visitsCsv(rows)]), name);
      else {
        const events: unknown[] = [];
        for (const row of rows) {
          const record = await visits.get(row.eventId);
          if (record) events.push(record.event);
          if (events.length % 200 === 0) await breathe();
        }
        // An event removed meanwhile in another tab is not in the file.
        name = nameOf(events.length);
        saveBlob(new Blob([visitsJson(events, format)]), name);
      }
      toast({ title: `Saved as ${name}`, detail: "The file is not encrypted and holds patient data." });
    } catch (error) {
      toastError("Nothing was exported", error);
    }
  };
}
