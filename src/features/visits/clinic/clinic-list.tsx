import { useEffect, useMemo, useState } from "react";
import { placeIn, queueMemory } from "#room/features/visits/queue-place.ts";
import { latePart } from "#room/features/parts/late-part.tsx";
import { RunStatus } from "#room/features/visits/run-status.tsx";
import { SendStatus } from "#room/features/visits/queue/send-status.tsx";
import { useRowActions } from "#room/features/visits/queue/use-row-actions.tsx";
import { VisitsTable } from "#room/features/visits/queue/visits-table.tsx";
import { FilterBar } from "#room/features/visits/list/filter-bar.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { Tabs } from "#room/ui/tabs.tsx";
import { route } from "#room/features/visits/queue/visits-route.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { bulkRunnerOf } from "./bulk/bulk-runner-of.ts";
import { ClinicActions } from "./clinic-actions.tsx";
import { ClinicFoot } from "./clinic-foot.tsx";
import { ClinicNotice } from "./clinic-notice.tsx";
import { clinicSorts, type ClinicTab } from "#room/features/visits/list/list-names.ts";
import { noFilters } from "#room/features/visits/list/visit-filters.ts";
import { NoClinicRows } from "./no-clinic-rows.tsx";
import { reasonOffers } from "./reason-offers.ts";
import { useClinicCounts } from "./use-clinic-counts.ts";
import { useClinicList } from "./use-clinic-list.ts";
import { useClinicView } from "./use-clinic-view.ts";

const BulkReport = latePart(async () => (await import("./bulk/bulk-report.tsx")).BulkReport);

const tabs: readonly { readonly id: ClinicTab; readonly label: string }[] = [
  { id: "todo", label: "To do" },
  { id: "open", label: "All open" },
  { id: "later", label: "Snoozed" },
  { id: "charged", label: "Charged" },
  { id: "closed", label: "Closed" },
  { id: "all", label: "All" },
];
const counted: readonly ClinicTab[] = ["todo", "open", "later"];

/** Going back shows the list as it was; a new visit to the page shows the current one. */
function openingOf(workspace: Workspace, isBack: boolean): number {
  const memory = queueMemory(workspace);
  if (!isBack) memory.openings += 1;
  return memory.openings;
}

/** As many rows are searched for the values that filters offer: of 50,000 it takes 35 ms each time. */
const offeredFrom = 1000;

export interface ClinicListProps {
  readonly now: number;
  readonly onMerge: (eventIds: readonly string[]) => void;
  readonly onPaste: () => void;
}

export function ClinicList({ now, onMerge, onPaste }: ClinicListProps) {
  const workspace = useWorkspace();
  const { userName: me } = workspace;
  const names = useNames();
  const view = useClinicView(now);
  const { search, filter, change, columns } = view;
  const address = route.useSearch();
  const isToReturnTo = () => placeIn(workspace, address) !== undefined;
  const [opening] = useState(() => openingOf(workspace, isToReturnTo()));
  const list = useClinicList(filter, { search, typed: view.query, now, opening, isToReturnTo });
  const { rows } = list;
  const counts = useClinicCounts(counted);
  const runner = bulkRunnerOf(workspace);
  const { table, retry, take, dialog } = useRowActions(rows, onMerge, list.gone);
  const { selection, onRemove } = table;
  useEffect(() => {
    queueMemory(workspace).filter = filter;
  }, [workspace, filter]);
  const { totals, isWhole, isLoading } = list;
  const isCurrent = view.query === view.typed && !isLoading;
  const reasons = useMemo(() => reasonOffers(rows, isWhole, view.reasons), [rows, isWhole, view.reasons]);
  const tabItems = useMemo(() => tabs.map((tab) => ({ ...tab, count: counts.get(tab.id) })), [counts]);
  const rowCount =
    totals === undefined || !totals.isTotalExact ? -1 : totals.total + list.beyond + list.gone.size;
  return (
    <>
      <Tabs
        label="State"
        className="column"
        panelClassName="column"
        selected={search.tab}
        onSelect={(tab) => change({ ...noFilters, tab })}
        items={tabItems}
      >
        <FilterBar
          view={view}
          isCurrent={isCurrent}
          context={{ kind: "clinic", tab: search.tab, me, names, reasons, rows: rows.slice(0, offeredFrom) }}
        >
          <ClinicActions {...{ view, totals, selection, take, onRemove }} />
        </FilterBar>
        <ClinicNotice list={list} />
        <RunStatus label="Work on visits" job={runner}>
          {(state) => <BulkReport {...{ state, runner }} />}
        </RunStatus>
        <SendStatus batches={retry.batches} />
        {rows.length === 0 ? (
          <NoClinicRows view={view} list={list} onPaste={onPaste} />
        ) : (
          <VisitsTable
            key={JSON.stringify(filter)}
            {...table}
            {...{ columns, search, now, rowCount }}
            changed={list.changed}
            matches={list.matches}
            onNearEnd={list.loadMore}
            onSort={({ sort: column, isDescending }) => {
              const sort = clinicSorts.find((each) => each === column);
              if (sort) change({ sort, isDescending });
            }}
          />
        )}
        <ClinicFoot selected={selection.rows} list={list} search={search} retry={retry} />
      </Tabs>
      {dialog}
    </>
  );
}
