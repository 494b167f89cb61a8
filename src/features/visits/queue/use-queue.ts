import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { typedTextOf } from "#room/features/visits/list/typed-text.ts";
import { useColumnsOf } from "#room/features/visits/list/use-columns-of.ts";
import { overviewOf } from "./queue-overview.ts";
import { rowsHere, rowsOf } from "./queue-view.ts";
import { browserAddress, type BrowserSearch } from "#room/features/visits/list/list-search.ts";
import { isNarrowed, noFilters } from "#room/features/visits/list/visit-filters.ts";

const route = getRouteApi("/console/visits");

export type Queue = ReturnType<typeof useQueue>;

export function useQueue(now: number) {
  const workspace = useWorkspace();
  const records = useVisitRecords();
  const navigate = useNavigate();
  const address = route.useSearch();
  const text = typedTextOf(workspace);
  const typed = useSyncExternalStore(text.subscribe, text.get);
  const query = useDeferredValue(typed);
  const { columns, columnsMenu } = useColumnsOf("browser");

  const search = useMemo(() => browserAddress.read(address), [address]);
  const { service } = workspace.visits;
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const all = useMemo(() => rowsHere(records, (id) => latest.get(id)), [records, latest]);
  const overview = useMemo(() => overviewOf(all), [all]);
  const rows = useMemo(
    () => rowsOf(all, search, { typed: query, now, invoiceOf: (id) => latest.get(id)?.invoiceNumber }),
    [all, search, query, now, latest],
  );

  const change = (part: Partial<BrowserSearch>) => {
    const next = browserAddress.write({ ...search, ...part });
    void navigate({ to: "/visits", search: { in: address.in, ...next }, replace: true });
  };
  const type = text.set;
  const clear = () => {
    type("");
    change(noFilters);
  };
  const isFiltered = typed.trim() !== "" || isNarrowed(search);
  const isCurrent = query === typed;
  return {
    all,
    rows,
    overview,
    search,
    typed,
    isCurrent,
    isFiltered,
    columns,
    change,
    clear,
    type,
    columnsMenu,
  };
}
