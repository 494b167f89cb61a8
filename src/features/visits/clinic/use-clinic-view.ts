import { readJson, writeJson } from "#room/contract/written-json.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import { columnsFor, unusedOf } from "#room/features/visits/list/column-choice.ts";
import type { ColumnId } from "#room/features/visits/list/columns.tsx";
import { reasonKey } from "#room/features/visits/queue/situation.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useDebounced } from "#room/ui/use-debounced.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { clinicAddress, type ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { isNarrowed, noFilters } from "#room/features/visits/list/visit-filters.ts";
import { useClosedReason, useHeldReason } from "./use-held-reason.ts";
import { typedTextOf } from "./typed-text.ts";
import { filterOf } from "./view-filter.ts";

const route = getRouteApi("/console/visits");

/** The service is asked after typing pauses. Milliseconds. */
const restMs = 250;

export type ClinicView = ReturnType<typeof useClinicView>;

export function useClinicView(now: number) {
  const workspace = useWorkspace();
  const { userName: me } = workspace;
  const navigate = useNavigate();
  const address = route.useSearch();
  const text = typedTextOf(workspace);
  const typed = useSyncExternalStore(text.subscribe, text.get);
  const query = useDeferredValue(useDebounced(typed, restMs, typed));
  const { clinicColumns } = useKept(workspace.preferences);
  const names = useNames();
  const columns = useMemo(() => columnsFor("clinic", clinicColumns, unusedOf(names)), [clinicColumns, names]);

  const search = useMemo(() => clinicAddress.read(address), [address]);
  const { data: summary, isPending } = useQuery({
    ...operationQuery("summarizeVisits", {}),
    staleTime: 60_000,
  });
  const reasons = useMemo(() => summary?.byReason.filter(({ name }) => name !== "…") ?? [], [summary]);
  const today = clinicDays().dateOf(now);
  const closedReason = useClosedReason(search, today);
  const reason = closedReason ?? reasons.find(({ name }) => reasonKey(name) === search.reason)?.name;
  const isWaiting = search.reason !== "" && reason === undefined && isPending;
  const heldReason = useHeldReason(search, today);
  const filterJson = writeJson(
    filterOf(search, { me, today, reason: isWaiting ? "" : reason, heldReason, typed: query }),
  );
  const filter = useMemo(() => readJson(filterJson), [filterJson]);

  const change = useCallback(
    (part: Partial<ClinicSearch>) =>
      void navigate({ to: "/visits", search: clinicAddress.write({ ...search, ...part }), replace: true }),
    [navigate, search],
  );
  const type = text.set;
  const clear = useCallback(() => {
    type("");
    change(noFilters);
  }, [type, change]);
  const toggleColumn = useCallback(
    (id: ColumnId) => {
      const ids = columns.wide.map((column) => column.id);
      const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      void workspace.preferences.update((kept) => ({ ...kept, clinicColumns: next }));
    },
    [columns, workspace],
  );
  return useMemo(
    () => ({
      search,
      filter,
      typed,
      query,
      isNarrowed: typed.trim() !== "" || isNarrowed(search),
      columns,
      reasons,
      heldReason,
      change,
      clear,
      type,
      toggleColumn,
    }),
    [search, filter, typed, query, columns, reasons, heldReason, change, clear, type, toggleColumn],
  );
}
