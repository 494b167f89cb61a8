import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { Workspace } from "#room/workspace/workspace.ts";
import { useKept, useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import type { ColumnChoice, ColumnId } from "./columns.ts";
import { columnsFor } from "./columns.ts";
import type { Overview } from "./queue-overview.ts";
import { overviewOf } from "./queue-overview.ts";
import { rowsOf } from "./queue-view.ts";
import type { VisitsSearch } from "./visits-search.ts";
import { readVisitsSearch, writeVisitsSearch } from "./visits-search.ts";

const route = getRouteApi("/console/visits");

/** The text in the search box: kept while the workspace is open, never in the address or on disk. */
const typedTexts = new WeakMap<Workspace, string>();

export interface Queue {
  readonly all: readonly VisitSummary[];
  readonly rows: readonly VisitSummary[];
  readonly overview: Overview;
  readonly search: VisitsSearch;
  readonly typed: string;
  readonly isFiltered: boolean;
  readonly columns: ColumnChoice;
  change(part: Partial<VisitsSearch>): void;
  clear(): void;
  type(text: string): void;
  toggleColumn(id: ColumnId): void;
}

/** The rows of the queue by address and search words, and how to change both. */
export function useQueue(now: number): Queue {
  const workspace = useWorkspace();
  const all = useVisitRecords();
  const navigate = useNavigate();
  const address = route.useSearch();
  const [typed, setTyped] = useState(() => typedTexts.get(workspace) ?? "");
  const query = useDeferredValue(typed);
  const { visitColumns } = useKept(workspace.preferences);

  const search = useMemo(() => readVisitsSearch(address), [address]);
  const overview = useMemo(() => overviewOf(all), [all]);
  const rows = useMemo(() => rowsOf(all, search, { typed: query, now }), [all, search, query, now]);
  const columns = useMemo(() => columnsFor(visitColumns), [visitColumns]);

  const change = useCallback(
    (part: Partial<VisitsSearch>) => {
      const next = writeVisitsSearch({ ...search, ...part });
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
    change({ states: [], reason: "", practice: "", age: "", service: "" });
  }, [type, change]);
  const toggleColumn = useCallback(
    (id: ColumnId) => {
      const ids = columns.wide.map((column) => column.id);
      const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      void workspace.preferences.update((kept) => ({ ...kept, visitColumns: next }));
    },
    [columns, workspace],
  );
  const { states, reason, practice, age, service } = search;
  const isFiltered =
    typed.trim() !== "" || states.length > 0 || Boolean(reason || practice || age || service);
  return { all, rows, overview, search, typed, isFiltered, columns, change, clear, type, toggleColumn };
}
