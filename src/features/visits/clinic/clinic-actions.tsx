import type { ListRow } from "#room/features/visits/list/list-row.ts";
import { clinicToday } from "#room/api/clinic-today.ts";
import { useState, useSyncExternalStore } from "react";
import { useAccount } from "#room/api/account.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { exportColumns } from "#room/contract/operations/visits.ts";
import type { Right } from "#room/contract/rights.ts";
import { ExportProgress, exportFile, useFileExport } from "#room/features/parts/file-export.tsx";
import type { Selection } from "#room/ui/use-selection.ts";
import type { Take } from "#room/features/visits/shared-visit/use-take.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { useCommands } from "#room/ui/commands.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { type MenuItem, type MenuSection, Menu } from "#room/features/parts/menu.tsx";
import { formatCount } from "#room/ui/formats.ts";
import type { BulkDialogProps } from "./bulk/bulk-dialog.tsx";
import type { BulkActionKind } from "./bulk/bulk-action.ts";
import { bulkRunnerOf } from "./bulk/bulk-runner-of.ts";
import { SavedViews } from "./saved-views.tsx";
import { longTotalWords } from "./use-clinic-counts.ts";
import type { ClinicList } from "./use-clinic-list.ts";
import type { ClinicView } from "./use-clinic-view.ts";

const BulkDialog = lateDialog(async () => (await import("./bulk/bulk-dialog.tsx")).BulkDialog);

export interface ClinicActionsProps {
  readonly view: ClinicView;
  readonly totals: ClinicList["totals"];
  readonly selection: Selection<ListRow, string>;
  readonly take: Take | undefined;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

const bulkActions: readonly (readonly [BulkActionKind, string, Right?])[] = [
  ["take", "Take"],
  ["release", "Release"],
  ["assign", "Assign to…", "assign-visits"],
  ["snooze", "Snooze…"],
  ["close", "Close without billing…", "close-visits"],
  ["reopen", "Reopen"],
  ["clear", "Approve for billing and send…"],
];

/** The list's actions: take the next visit, bulk actions on the selection or the whole view, choose columns. */
export function ClinicActions({ view, totals, selection, take, onRemove }: ClinicActionsProps) {
  const workspace = useWorkspace();
  const [asking, setAsking] = useState<{ kind: BulkActionKind; isView: boolean }>();
  const runner = bulkRunnerOf(workspace);
  const isBusy = useSyncExternalStore(runner.subscribe, () => runner.get()?.phase === "running");
  useCommands([
    {
      id: "take-next",
      title: "Take next",
      keys: "n",
      group: "Work",
      words: "work claim",
      isEnabled: take !== undefined,
      run: () => take?.next(),
    },
  ]);
  const { filter } = view;
  const { rows } = selection;
  const chosen = rows.flatMap(({ clinic }) => clinic ?? []);
  const here = rows.flatMap((row) => (row.here ? [row.here.eventId] : []));
  const selected = rows.length;
  const chosenCount = `${formatCount(chosen.length)}${chosen.length < selected ? ` of ${formatCount(selected)}` : ""}`;
  const hasAny = (totals?.total ?? 0) > 0;
  const rights = useAccount()?.rights ?? [];
  const mayDo = bulkActions.filter(([, , right]) => right === undefined || rights.includes(right));
  const actionItems = (isView: boolean) =>
    mayDo.map(([kind, label]) => ({
      id: `${isView ? "view" : "selected"} ${kind}`,
      label,
      isDisabled: isBusy,
      run: () => setAsking({ kind, isView }),
    }));
  const exporting = useFileExport();
  const exportItem = useExportItem(view);
  const sections: MenuSection[] = [
    ...(chosen.length > 0
      ? [
          {
            title:
              chosen.length < selected
                ? `The ${formatCount(chosen.length)} selected at the clinic`
                : `The ${chosenCount} selected`,
            items: actionItems(false),
          },
        ]
      : []),
    ...(hasAny && totals && (selected === 0 || chosen.length > 0)
      ? [
          {
            title: `${totals.isTotalExact ? `All ${longTotalWords(totals)}` : longTotalWords(totals)} of this view`,
            items: actionItems(true),
          },
        ]
      : []),
    ...(hasAny && exportItem ? [{ items: [exportItem] }] : []),
    ...(here.length > 0
      ? [
          {
            items: [
              {
                id: "remove",
                label: "Remove the selected from this device",
                keys: "delete",
                isDanger: true,
                run: () => onRemove(here),
              },
            ],
          },
        ]
      : []),
  ];
  return (
    <>
      {exporting ? <ExportProgress {...exporting} /> : null}
      <SavedViews view={view} />
      {sections.length > 0 ? (
        // Short: a second line of tools would move the rows under the pointer that selects them.
        <Menu label={chosen.length > 0 ? `Actions for ${chosenCount}` : "Bulk actions"} sections={sections} />
      ) : null}
      {take ? (
        <Button look="primary" aria-disabled={take.isTaking} aria-keyshortcuts="n" onClick={take.next}>
          Take next
        </Button>
      ) : null}
      {asking ? (
        <BulkChoice
          kind={asking.kind}
          choice={asking.isView ? filter : chosen}
          onClose={() => setAsking(undefined)}
          onDo={(...run) => {
            setAsking(undefined);
            void runner.start(...run);
          }}
        />
      ) : null}
    </>
  );
}

/** Saves the whole view with the columns it shows. Undefined: not for this user, or this service. */
function useExportItem({ filter, columns }: ClinicView): MenuItem | undefined {
  const isRunning = useFileExport() !== undefined;
  if (!useServiceConfig().extensions.includes("exportVisits")) return undefined;
  const run = () => {
    const shown = new Set<string>(columns.wide.map(({ id }) => id));
    // The list shows an invoice in place of an issue.
    const asked = exportColumns.filter((name) => shown.has(name === "invoice" ? "reason" : name));
    const fileName = `visits-${clinicToday()}.csv`;
    void exportFile("exportVisits", { ...filter, columns: asked }, fileName);
  };
  return { id: "export", label: "Export this list (CSV)", isDisabled: isRunning, run };
}

/** The selection stays as it was when the dialog opened, whatever the list does meanwhile. */
function BulkChoice(props: BulkDialogProps) {
  const [choice] = useState(props.choice);
  return <BulkDialog {...props} choice={choice} />;
}
