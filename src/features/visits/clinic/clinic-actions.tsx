import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useAccount } from "#room/api/account.ts";
import type { Right } from "#room/contract/rights.ts";
import type { Selection } from "#room/features/visits/queue/use-selection.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Button } from "#room/ui/button.tsx";
import { useCommands } from "#room/ui/commands.ts";
import type { MenuSection } from "#room/ui/menu.tsx";
import { Menu } from "#room/ui/menu.tsx";
import { BulkDialog } from "./bulk/bulk-dialog.tsx";
import type { BulkActionKind } from "./bulk/bulk-action.ts";
import { bulkActionWords } from "./bulk/bulk-action.ts";
import { bulkRunnerOf, workOf } from "./bulk/bulk-work.ts";
import { isClinicRow } from "./clinic-cell.tsx";
import { SavedViews } from "./saved-views.tsx";
import { longTotalWords } from "./use-clinic-counts.ts";
import type { ClinicList } from "./use-clinic-list.ts";
import type { ClinicView } from "./use-clinic-view.ts";
import type { Take } from "./use-take.ts";

export interface ClinicActionsProps {
  readonly view: ClinicView;
  readonly totals: ClinicList["totals"];
  readonly selection: Selection;
  readonly take: Take;
  readonly onRemove: (eventIds: readonly string[]) => void;
}

const bulkActions: readonly (readonly [BulkActionKind, string, Right?])[] = [
  ["take", "Take"],
  ["release", "Give back"],
  ["assign", "Assign to…", "assign-visits"],
  ["snooze", "Snooze…"],
  ["close", "Close without billing…", "close-visits"],
  ["reopen", "Reopen"],
  ["clear", "Approve for billing and send…"],
];

/** The list's actions: take the next visit, bulk actions on the selection or the whole view, choose columns. */
export function ClinicActions({ view, totals, selection, take, onRemove }: ClinicActionsProps) {
  const workspace = useWorkspace();
  const client = useQueryClient();
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
      run: () => void take.next(),
    },
  ]);
  const { filter } = view;
  const rows = selection.rows.filter(isClinicRow);
  const chosen = rows.flatMap(({ clinic }) => clinic ?? []);
  const here = rows.flatMap((row) => (row.here ? [row.here.eventId] : []));
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
  const sections: MenuSection[] = [
    ...(chosen.length > 0
      ? [{ title: `The ${chosen.length.toLocaleString()} selected`, items: actionItems(false) }]
      : []),
    ...(hasAny && totals
      ? [
          {
            title: `${totals.isTotalExact ? `All ${longTotalWords(totals)}` : longTotalWords(totals)} of this view`,
            items: actionItems(true),
          },
        ]
      : []),
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
      <SavedViews view={view} />
      {sections.length > 0 ? (
        <Menu
          label={chosen.length > 0 ? `Work on ${chosen.length.toLocaleString()} selected` : "Bulk actions"}
          sections={sections}
        />
      ) : null}
      <Button
        look="primary"
        aria-disabled={take.isTaking}
        aria-keyshortcuts="n"
        onClick={() => void take.next()}
      >
        Take next
      </Button>
      {asking ? (
        <BulkChoice
          kind={asking.kind}
          choice={asking.isView ? filter : chosen}
          onClose={() => setAsking(undefined)}
          onDo={(action, visits) => {
            setAsking(undefined);
            void runner.start(
              bulkActionWords[action.kind].done,
              visits,
              workOf(action, { workspace, client }),
            );
          }}
        />
      ) : null}
    </>
  );
}

/** The selection stays as it was when the dialog opened, whatever the list does meanwhile. */
function BulkChoice(props: Parameters<typeof BulkDialog>[0]) {
  const [choice] = useState(props.choice);
  return <BulkDialog {...props} choice={choice} />;
}
