import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from "react";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useKept, useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { columnsFor } from "#room/features/visits/list/column-choice.ts";
import type { ColumnId } from "#room/features/visits/list/columns.tsx";
import { overviewOf } from "./queue-overview.ts";
import { rowsHere, rowsOf } from "./queue-view.ts";
import { browserAddress, type BrowserSearch } from "#room/features/visits/list/list-search.ts";
import { isNarrowed, noFilters } from "#room/features/visits/list/visit-filters.ts";

const route = getRouteApi("/console/visits");

/** The text in the search box: kept while the workspace is open, never in the address or on disk. */
const typedTexts = new WeakMap<Workspace, string>();

export type Queue = ReturnType<typeof useQueue>;

export function useQueue(now: number) {
  const workspace = useWorkspace();
  const records = useVisitRecords();
  const navigate = useNavigate();
  const address = route.useSearch();
  const [typed, setTyped] = useState(() => typedTexts.get(workspace) ?? "");
  const query = useDeferredValue(typed);
  const { visitColumns } = useKept(workspace.preferences);

  const search = useMemo(() => browserAddress.read(address), [address]);
  const { service } = workspace.visits;
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const all = useMemo(() => rowsHere(records, (id) => latest.get(id)), [records, latest]);
  const overview = useMemo(() => overviewOf(all), [all]);
  const rows = useMemo(
    () => rowsOf(all, search, { typed: query, now, invoiceOf: (id) => latest.get(id)?.invoiceNumber }),
    [all, search, query, now, latest],
  );
  const columns = useMemo(() => columnsFor("browser", visitColumns), [visitColumns]);

  const change = useCallback(
    (part: Partial<BrowserSearch>) => {
      const next = browserAddress.write({ ...search, ...part });
      void navigate({ to: "/visits", search: { in: address.in, ...next }, replace: true });
    },
    [navigate, search, address],
  );
  const type = useCallback(
    (text: string) => {
      typedTexts.set(workspace, text);
      setTyped(text);
    },
    [workspace],
  );
  const clear = useCallback(() => {
    type("");
    change(noFilters);
  }, [type, change]);
  const toggleColumn = useCallback(
    (id: ColumnId) => {
      const ids = columns.wide.map((column) => column.id);
      const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      void workspace.preferences.update((kept) => ({ ...kept, visitColumns: next }));
    },
    [columns, workspace],
  );
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
    toggleColumn,
  };
}
