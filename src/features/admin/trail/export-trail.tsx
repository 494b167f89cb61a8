import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { byteOrderMark } from "#room/billing/csv.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import { callOperation } from "#room/api/call-operation.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { ExportProgress, saveExport, useFileExport } from "#room/features/parts/file-export.tsx";
import { Menu } from "#room/features/parts/menu.tsx";

interface TrailPart {
  readonly text: string;
  readonly count: number;
  readonly nextBefore?: number | null | undefined;
}

/** How much text to collect before handing it to the browser, which moves large amounts of blobs to disk. */
const heldLength = 8 * 1024 * 1024;

/**
 * Collects a text that arrives in any number of parts into a blob. A failed part is requested again if that may help,
 * so that earlier parts are not lost.
 */
export async function gatherTrail(
  next: (before: number | undefined) => Promise<TrailPart>,
  onTaken: (count: number) => void,
  waitMs = 1000,
): Promise<{ readonly blob: Blob; readonly count: number }> {
  const blobs: Blob[] = [];
  let held: string[] = [];
  let length = 0;
  let count = 0;
  let failures = 0;
  let before: number | undefined;
  const give = () => {
    if (held.length > 0) blobs.push(new Blob(held));
    held = [];
    length = 0;
  };
  for (;;) {
    let part: TrailPart;
    try {
      part = await next(before);
    } catch (error) {
      if (!isWorthRetrying(failures, error)) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      continue;
    }
    failures = 0;
    held.push(part.text);
    length += part.text.length;
    count += part.count;
    if (length >= heldLength) give();
    onTaken(count);
    before = part.nextBefore ?? undefined;
    if (before === undefined) break;
  }
  give();
  return { blob: new Blob(blobs), count };
}

type Format = RequestOf<"exportAuditEntries">["format"];

const fileName = (format: Format) => `audit-log-${clinicToday()}.${format}`;
const entriesText = (count: number) => counted(count, "entry", "entries");

/** Exports all rows of the filter to a file. The export itself is recorded in the audit log. */
export function ExportTrail({ filter }: { readonly filter: RequestOf<"listAuditEntries"> }) {
  const exporting = useFileExport();
  const save = async (format: Format) =>
    saveExport(fileName(format), async (signal, onDone) => {
      const { blob, count } = await gatherTrail(
        (before) => callOperation("exportAuditEntries", { ...filter, format, before }, { signal }),
        (taken) => onDone(entriesText(taken)),
      );
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
