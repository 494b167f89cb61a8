import { counted } from "#room/contract/primitives/counted.ts";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
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
import { useRowActions } from "./use-row-actions.tsx";
import { VisitsTable } from "./visits-table.tsx";

const emptyTabs = {
  needs: "Nothing needs attention",
  drafts: "No drafts",
  waiting: "Nothing is waiting to be sent",
  charged: "No visits charged yet",
  all: "No visits",
} as const;

function NoMatch({ queue }: { queue: Queue }) {
  if (!queue.isNarrowed)
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
  const { table, retry, dialog } = useRowActions(rows, onMerge);
  const { selection, onRemove } = table;
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
  return (
    <>
      <Tabs
        label="State"
        className="column"
        panelClassName="column"
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
          <TableActions {...{ queue, selection, retry, onRemove }} />
        </FilterBar>
        <SendStatus batches={retry.batches} />
        {rows.length === 0 ? (
          <NoMatch queue={queue} />
        ) : (
          <VisitsTable {...table} {...{ columns, search, now }} onSort={change} />
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
