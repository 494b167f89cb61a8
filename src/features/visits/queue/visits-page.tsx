import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { ClinicList } from "#room/features/visits/clinic/clinic-list.tsx";
import { useClinicToDo } from "#room/features/visits/clinic/use-clinic-counts.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { ImportButton } from "#room/features/visits/import/import-button.tsx";
import { ImportReport } from "#room/features/visits/import/import-report.tsx";
import { PasteDialog } from "#room/features/visits/import/paste-dialog.tsx";
import type { ImportSource } from "#room/features/visits/import/read-sources.ts";
import { useArrivals } from "#room/features/visits/import/use-arrivals.ts";
import { useImporter } from "#room/features/visits/import/use-importer.ts";
import { MergeDialog } from "#room/features/visits/merge/merge-dialog.tsx";
import { keepQueuePlace, queuePlace } from "#room/features/visits/queue-place.ts";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { useCommands } from "#room/ui/commands.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import { Tabs } from "#room/ui/tabs.tsx";
import { BatchReport } from "./batch-report.tsx";
import { EmptyQueue } from "./empty-queue.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { OutboxNotice } from "./outbox-notice.tsx";
import { Overview } from "./overview.tsx";
import { RetryDialog } from "./retry-dialog.tsx";
import { SelectionFoot } from "./selection-foot.tsx";
import { TableActions } from "./table-actions.tsx";
import { useQueue } from "./use-queue.ts";
import type { Queue } from "./use-queue.ts";
import { useRemove } from "./use-remove.ts";
import { useRetry } from "./use-retry.tsx";
import { useRowActions } from "./use-row-actions.tsx";
import { useSelection } from "./use-selection.ts";
import styles from "./visits-page.module.css";
import { useQueueKeys } from "./use-queue-keys.ts";
import type { TableView } from "./visits-table.tsx";
import { VisitsTable } from "./visits-table.tsx";

const route = getRouteApi("/console/visits");

/** The work queue: the clinic's visits where the service keeps them, and every event that this user works on in this browser. */
export function VisitsPage() {
  const now = useMinute();
  const queue = useQueue(now);
  const importer = useImporter();
  const { hasClinic } = useClinicToDo();
  const { in: place } = route.useSearch();
  const isClinic = hasClinic && place !== "browser";
  const [merging, setMerging] = useState<readonly string[]>([]);
  const [isPasting, setPasting] = useState(false);
  const take = useCallback((sources: readonly ImportSource[]) => void importer.start(sources), [importer]);
  const isOver = useArrivals(take);
  useCommands([
    { id: "paste", title: "Paste visits", group: "Visits", words: "json", run: () => setPasting(true) },
  ]);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Visits"
        actions={
          <>
            {hasClinic ? <ListSwitch isClinic={isClinic} /> : null}
            <ImportButton onArrive={take} />
            <NewVisit />
          </>
        }
      />
      <ImportReport importer={importer} onMerge={setMerging} />
      <OutboxNotice />
      {isClinic ? (
        <ClinicList now={now} onMerge={setMerging} onPaste={() => setPasting(true)} />
      ) : queue.all.length === 0 ? (
        <EmptyQueue onPaste={() => setPasting(true)} />
      ) : (
        <Filled queue={queue} now={now} onMerge={setMerging} />
      )}
      <MergeDialog eventIds={merging} onClose={() => setMerging([])} />
      <PasteDialog isOpen={isPasting} onClose={() => setPasting(false)} onArrive={take} />
      {isOver ? <div className={styles.drop}>Drop files to import visits</div> : null}
    </div>
  );
}

/** Between the clinic's list and what this browser holds, with all that can be done with that. */
function ListSwitch({ isClinic }: { readonly isClinic: boolean }) {
  return (
    <Link to="/visits" search={isClinic ? { in: "browser" } : {}} className={buttonClass("quiet")}>
      {isClinic ? "This browser" : "All of the clinic"}
    </Link>
  );
}

/** The present moment, renewed each minute: times of the day become days at midnight. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function NewVisit() {
  const navigate = useNavigate();
  return (
    <Button look="primary" onClick={() => void navigate({ to: "/visits/new" })}>
      New visit charge
    </Button>
  );
}

interface FilledProps {
  readonly queue: Queue;
  readonly now: number;
  readonly onMerge: (eventIds: readonly string[]) => void;
}

function Filled({ queue, now, onMerge }: FilledProps) {
  const { rows, overview, search, change, columns } = queue;
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const retry = useRetry();
  const selection = useSelection(rows);
  const removeRows = useRemove();
  const remove = useCallback((eventIds: readonly string[]) => void removeRows(eventIds), [removeRows]);
  const { act, dialog } = useRowActions(retry, onMerge);
  const address = route.useSearch();
  const [back] = useState(() => {
    const place = queuePlace(workspace);
    return JSON.stringify(place?.search) === JSON.stringify(address) ? place : undefined;
  });
  const open = useCallback(
    (eventId: string, at: TableView) => {
      keepQueuePlace(workspace, { ...at, eventId, search: address });
      void navigate({ to: "/visits/$eventId", params: { eventId } });
    },
    [navigate, workspace, address],
  );
  const { tabCounts } = overview;
  useQueueKeys();
  return (
    <>
      <Tabs
        label="State"
        className={styles.tabs ?? ""}
        panelClassName={styles.panel ?? ""}
        selected={search.tab}
        onSelect={(tab) => change({ tab, states: [] })}
        items={[
          { id: "needs", label: "Needs attention", count: tabCounts.needs },
          { id: "drafts", label: "Drafts", count: tabCounts.drafts },
          { id: "waiting", label: "Waiting", count: tabCounts.waiting },
          { id: "charged", label: "Charged", count: tabCounts.charged },
          { id: "all", label: "All", count: tabCounts.all },
        ]}
      >
        <Overview overview={overview} search={search} onChange={change} />
        <FilterBar queue={queue}>
          <TableActions {...{ queue, selection, retry }} onRemove={remove} />
        </FilterBar>
        <BatchReport batches={retry.batches} />
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
          selected={selection.rows}
          shown={rows.length}
          total={queue.all.length}
          sort={search.sort}
        />
      </Tabs>
      <RetryDialog retry={retry} onMerge={onMerge} />
      {dialog}
    </>
  );
}

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
      {queue.all.length === 1 ? "1 visit is" : `${queue.all.length.toLocaleString()} visits are`} hidden by
      the search or the filters.
    </EmptyState>
  );
}
