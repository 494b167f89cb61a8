import { useSyncExternalStore } from "react";
import { Button } from "#room/ui/button.tsx";
import { type MenuSection, Menu } from "#room/features/parts/menu.tsx";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { isDone } from "#room/features/visits/states.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import type { ExportFormat } from "./export-visits.ts";
import type { Queue } from "./use-queue.ts";
import type { Retry } from "./use-retry.tsx";
import type { Selection } from "#room/ui/use-selection.ts";
import { formatCount } from "#room/ui/formats.ts";
import { loadCode } from "#room/api/load-code.ts";
import { breathe } from "#room/workspace/storage/encrypted-store.ts";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast, toastError } from "#room/ui/toast-store.ts";

export interface TableActionsProps {
  readonly queue: Queue;
  readonly selection: Selection<ListRow, string>;
  readonly retry: Retry;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

const formats: readonly (readonly [ExportFormat, label: string])[] = [
  ["json", "JSON"],
  ["ndjson", "NDJSON, one visit per line"],
  ["csv", "CSV, the columns of this table"],
];

function eventsOf(rows: readonly ListRow[]): readonly VisitSummary[] {
  return rows.flatMap(({ here }) => here ?? []);
}

export function TableActions({ queue, selection, retry, onRemove }: TableActionsProps) {
  const rows = eventsOf(queue.rows.filter(({ state }) => !isDone(state)));
  const selected = eventsOf(selection.rows);
  const { batches } = retry;
  const isBusy = useSyncExternalStore(batches.subscribe, () => batches.get()?.phase === "running");
  const idsOf = (list: readonly VisitSummary[]) => list.map((row) => row.eventId);
  return (
    <>
      {selected.length > 0 ? (
        <Button aria-disabled={isBusy} onClick={() => void retry.many(idsOf(selected), "are selected")}>
          Retry selected
        </Button>
      ) : null}
      {rows.length > 0 ? (
        <Button aria-disabled={isBusy} onClick={() => void retry.many(idsOf(rows), "match")}>
          Retry all {formatCount(rows.length)} that match…
        </Button>
      ) : null}
      <MoreMenu {...{ queue, selection, onRemove }} />
    </>
  );
}

function MoreMenu({ queue, selection, onRemove }: Omit<TableActionsProps, "retry">) {
  const { outbox } = useWorkspace();
  const exportRows = useExport();
  const selected = eventsOf(selection.rows);
  const chosen = selected.length > 0 ? selected : eventsOf(queue.rows);
  const what = selected.length > 0 ? `${formatCount(selected.length)} selected` : "all that match";
  const waiting = selected.filter((row) => row.queued !== undefined && row.queued.state !== "sending");
  const sections: MenuSection[] = [
    queue.columnsMenu,
    {
      title: `Export ${what}`,
      items: formats.map(([format, label]) => ({
        id: format,
        label,
        isDisabled: chosen.length === 0,
        run: () => void exportRows(chosen, format),
      })),
    },
  ];
  if (waiting.length > 0)
    sections.push({
      title: "Outbox",
      items: [
        {
          id: "hold",
          label: "Hold the selected",
          run: () => void Promise.all(waiting.map((row) => outbox.hold(row.eventId))),
        },
        {
          id: "release",
          label: "Release the selected",
          run: () => void Promise.all(waiting.map((row) => outbox.release(row.eventId))),
        },
      ],
    });
  if (selected.length > 0)
    sections.push({
      items: [
        {
          id: "remove",
          label: `Remove ${what} from this device`,
          keys: "delete",
          isDanger: true,
          run: () => onRemove(selected.map((row) => row.eventId)),
        },
      ],
    });
  return <Menu label="View and export" sections={sections} />;
}

/** Saves events as a file, in their current state. A message warns that the unencrypted file contains patient data. */
function useExport(): (rows: readonly VisitSummary[], format: ExportFormat) => Promise<void> {
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
