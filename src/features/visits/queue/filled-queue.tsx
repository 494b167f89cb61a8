import { eventIdOf } from "#room/features/visits/list/list-row.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import { useNavigate, Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { keepQueuePlace, placeIn } from "#room/features/visits/queue-place.ts";
import { Tabs } from "#room/ui/tabs.tsx";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { FilterBar } from "#room/features/visits/list/filter-bar.tsx";
import { useNames } from "#room/features/names/names-now.ts";
import { Overview } from "./overview.tsx";
import { SelectionFoot } from "./selection-foot.tsx";
import { SendStatus } from "./send-status.tsx";
import { TableActions } from "./table-actions.tsx";
import type { Queue } from "./use-queue.ts";
import { useRemove } from "./use-remove.ts";
import { useRetry } from "./use-retry.tsx";
import { useRowActions } from "./use-row-actions.tsx";
import type { RowAction } from "#room/features/visits/list/visits-row-props.ts";
import { useTake } from "#room/features/visits/shared-visit/use-take.ts";
import { useSelection } from "#room/ui/use-selection.ts";
import styles from "./visits-page.module.css";
import { useQueueKeys } from "./use-queue-keys.ts";
import { type TableView, VisitsTable } from "./visits-table.tsx";
import { route } from "./visits-route.ts";

const emptyTabs = {
  needs: "Nothing needs attention",
  drafts: "No drafts",
  waiting: "Nothing is waiting to be sent",
  charged: "No visits charged yet",
  all: "No visits",
} as const;

function NoMatch({ queue }: { queue: Queue }) {
  if (!queue.isFiltered)
    return (
      <EmptyState title={emptyTabs[queue.search.tab]}>
        <Link to="/visits" search={{}} className={buttonClass("quiet")}>
          Show all visits
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No visit matches"
      actions={<Button onClick={queue.clear}>Clear search and filters</Button>}
    >
      {counted(queue.all.length, "visit is", "visits are")} hidden by the search or the filters.
    </EmptyState>
  );
}

interface FilledProps {
  readonly queue: Queue;
  readonly now: number;
  readonly onMerge: (eventIds: readonly string[]) => void;
}

export function Filled({ queue, now, onMerge }: FilledProps) {
  const { all, rows, overview, search, change, columns } = queue;
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const retry = useRetry();
  const selection = useSelection(rows, eventIdOf);
  const removeRows = useRemove();
  const remove = useCallback((eventIds: readonly string[]) => void removeRows(eventIds), [removeRows]);
  const { act: actHere, dialog } = useRowActions(retry, onMerge);
  const one = useTake()?.one;
  const act = useCallback(
    (action: RowAction, eventId: string) => {
      if (action === "take") one?.(workspace.visits.summary(eventId)?.visitId ?? "");
      else actHere(action, eventId);
    },
    [actHere, one, workspace],
  );
  const address = route.useSearch();
  const [back] = useState(() => placeIn(workspace, address));
  const open = useCallback(
    (eventId: string, at: TableView) => {
      keepQueuePlace(workspace, { ...at, eventId, search: address });
      void navigate({ to: "/visits/$eventId", params: { eventId } });
    },
    [navigate, workspace, address],
  );
  const { tabCounts } = overview;
  const names = useNames();
  const context = {
    kind: "browser" as const,
    tab: search.tab,
    me: workspace.userName,
    names,
    reasons: overview.reasons.map(({ words, count }) => ({ name: words, count })),
    rows: all,
  };
  useQueueKeys();
  return (
    <>
      <Tabs
        label="State"
        className={styles.tabs ?? ""}
        panelClassName={styles.panel ?? ""}
        selected={search.tab}
        onSelect={(tab) => change({ tab, state: "" })}
        items={[
          { id: "needs", label: "Needs attention", count: tabCounts.needs },
          { id: "drafts", label: "Drafts", count: tabCounts.drafts },
          { id: "waiting", label: "Waiting", count: tabCounts.waiting },
          { id: "charged", label: "Charged", count: tabCounts.charged },
          { id: "all", label: "All", count: tabCounts.all },
        ]}
      >
        <Overview overview={overview} search={search} onChange={change} />
        <FilterBar view={queue} context={context} isCurrent={queue.isCurrent}>
          <TableActions {...{ queue, selection, retry }} onRemove={remove} />
        </FilterBar>
        <SendStatus batches={retry.batches} />
        {rows.length === 0 ? (
          <NoMatch queue={queue} />
        ) : (
          <VisitsTable
            {...{ rows, columns, search, selection, now, back }}
            onSort={change}
            onAct={act}
            onOpen={open}
            onRemove={remove}
          />
        )}
        <SelectionFoot
          selected={selection.rows.flatMap(({ here }) => here ?? [])}
          shown={rows.length}
          total={queue.all.length}
          sort={search.sort}
        />
      </Tabs>
      {dialog}
    </>
  );
}
