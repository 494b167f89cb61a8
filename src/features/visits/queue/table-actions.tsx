import { useSyncExternalStore } from "react";
import { Button } from "#room/ui/button.tsx";
import { type MenuSection, Menu } from "#room/features/parts/menu.tsx";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { isDone } from "#room/features/visits/states.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";
import type { ExportFormat } from "./export-visits.ts";
import { useExport } from "./use-export.ts";
import type { Queue } from "./use-queue.ts";
import type { Retry } from "./use-retry.tsx";
import type { Selection } from "#room/ui/use-selection.ts";
import { formatCount } from "#room/ui/formats.ts";

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
