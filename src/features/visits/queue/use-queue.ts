import { useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { browserAddress } from "#room/features/visits/list/list-search.ts";
import { useListView } from "#room/features/visits/list/use-list-view.ts";
import { overviewOf } from "./queue-overview.ts";
import { rowsHere, rowsOf } from "./queue-view.ts";

export type Queue = ReturnType<typeof useQueue>;

export function useQueue(now: number) {
  const records = useVisitRecords();
  const view = useListView(browserAddress);
  const { search, typed } = view;
  const query = useDeferredValue(typed);
  const { service } = useWorkspace().visits;
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const all = useMemo(() => rowsHere(records, (id) => latest.get(id)), [records, latest]);
  const overview = useMemo(() => overviewOf(all), [all]);
  const rows = useMemo(
    () => rowsOf(all, search, { typed: query, now, invoiceOf: (id) => latest.get(id)?.invoiceNumber }),
    [all, search, query, now, latest],
  );
  return { ...view, all, rows, overview, isCurrent: query === typed };
}
