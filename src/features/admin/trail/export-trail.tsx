import { useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { Menu } from "#room/ui/menu.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";

type Format = RequestOf<"exportAuditEntries">["format"];

function offerTrail(parts: readonly string[], format: Format): void {
  const type = format === "csv" ? "text/csv" : "application/x-ndjson";
  const day = new Date().toISOString().slice(0, 10);
  saveBlob(new Blob([...parts], { type }), `audit-trail-${day}.${format}`);
}

/** Takes all rows of the filter into a file. That it was done stands in the trail. */
export function ExportTrail({ filter }: { readonly filter: RequestOf<"listAuditEntries"> }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: Format) => {
    setBusy(true);
    const parts: string[] = [];
    let count = 0;
    try {
      let before: number | undefined;
      do {
        const part = await callOperation("exportAuditEntries", { ...filter, format, before });
        parts.push(part.text);
        count += part.count;
        before = part.nextBefore ?? undefined;
      } while (before !== undefined);
      offerTrail(parts, format);
      toast({ tone: "ok", title: `${count.toLocaleString()} ${count === 1 ? "entry" : "entries"} exported` });
    } catch (error) {
      const { title, advice } = describeFailure(error);
      toast({ tone: "bad", title: `Nothing was exported: ${title}`, detail: advice, stays: 0 });
    } finally {
      setBusy(false);
    }
  };
  const item = (format: Format, label: string) => ({
    id: format,
    label,
    isDisabled: isBusy,
    run: () => void save(format),
  });
  return (
    <Menu
      label={isBusy ? "Exporting…" : "Export"}
      sections={[
        { items: [item("csv", "CSV, for a spreadsheet"), item("ndjson", "NDJSON, one entry a line")] },
      ]}
    />
  );
}
