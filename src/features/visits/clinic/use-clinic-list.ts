import {
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { retryInterval } from "#room/api/retry-delay.ts";
import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";
import { operationQuery } from "#room/api/operation-query.ts";
import { onRightsChange, visitsReadAsOf } from "#room/api/visit-changes/visit-changes.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { type VisitFilter, pageSize } from "#room/contract/schemas/visit-filter.ts";
import { useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { clinicDays } from "#room/features/names/clinic-days.ts";
import { forgetListRows } from "#room/features/visits/list/list-row.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { matchWords } from "#room/features/visits/list/match-words.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { countBeyondService } from "./join-rows.ts";
import { JoinedList } from "./joined-list.ts";
import { visitWatchOf } from "./visit-watch.ts";

type Page = ResponseOf<"listVisits">;

/** A small first page for speed, larger ones afterwards. */
const firstPage = pageSize.usual;

interface Pages {
  readonly pages: readonly Page[];
}
type PagesKey = readonly ["listVisits", "pages", VisitFilter, number];

/** Not made in the hook: a query keeps its options as long as its pages, and what their functions see with them. */
function pagesOf(
  filter: VisitFilter,
  opening: number,
  { service }: Workspace["visits"],
): UseInfiniteQueryOptions<Page, Error, Pages, PagesKey, string | undefined> {
  return {
    queryKey: ["listVisits", "pages", filter, opening],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const limit = pageParam === undefined ? firstPage : pageSize.most;
      const page = await callOperation("listVisits", { ...filter, limit, cursor: pageParam }, { signal });
      visitsReadAsOf(page.changeNumber);
      // The pages keep the order; what is known of a visit elsewhere is brought up to date.
      service.receive(page.visits.filter(({ visitId }) => service.row(visitId) !== undefined));
      return page;
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // Changes arrive through the watch; refetching all pages would move rows under the pointer.
    staleTime: Infinity,
    retry: isWorthRetrying,
    // A postponed first page is retried automatically.
    refetchInterval: ({ state }) => state.data === undefined && retryInterval({ state }),
  };
}

export type ClinicList = ReturnType<typeof useClinicList>;

export interface ListFacts {
  readonly search: ClinicSearch;
  readonly typed: string;
  readonly now: number;
  /** A new number reloads; the same one, when going back, restores the list as it was. */
  readonly opening: number;
  /** Asked on leaving: whether going back would restore it. */
  isToReturnTo(): boolean;
}

/** The clinic's visits of a filter, paged, joined with this browser's, and updated live. */
export function useClinicList(filter: VisitFilter, { search, typed, now, opening, isToReturnTo }: ListFacts) {
  const client = useQueryClient();
  const here = useVisitRecords();
  const workspace = useWorkspace();
  const { userName: me } = workspace;
  const { service } = workspace.visits;
  const watch = visitWatchOf(workspace);
  const latest = useSyncExternalStore(service.subscribe, service.rows);
  const { changed, fresh, isStale, unanswered } = useSyncExternalStore(watch.subscribe, watch.state);
  const [order, setOrder] = useState(() => ({ of: filter, list: new JoinedList() }));
  if (order.of !== filter) setOrder({ of: filter, list: new JoinedList() });

  const pagesQuery = useMemo(() => pagesOf(filter, opening, workspace.visits), [filter, opening, workspace]);
  const pages = useInfiniteQuery(pagesQuery);
  const pagesKey = pagesQuery.queryKey;
  const forgetPages = useCallback(() => {
    const left = { queryKey: pagesKey.slice(0, 2), type: "inactive" } as const;
    // Emptied first: Chromium keeps the last query removed, whose signal's getter stands in a hidden class.
    for (const [, data] of client.getQueriesData<Pages>(left))
      for (const { visits } of data?.pages ?? []) visits.length = 0;
    client.removeQueries(left);
  }, [client, pagesKey]);
  // Only the last opening can be gone back to, and only as long as the list is to be found again.
  useEffect(forgetPages, [forgetPages]);
  const leave = useEffectEvent(() => {
    forgetListRows();
    if (!isToReturnTo()) forgetPages();
  });
  useEffect(() => () => leave(), []);
  const first = pages.data?.pages[0];
  const count = useMemo(() => operationQuery("listVisits", { ...filter, limit: 1 }), [filter]);
  // Only once something moved.
  const counted = useQuery({ ...count, enabled: false });
  const forgetCount = useCallback(() => client.removeQueries({ queryKey: count.queryKey }), [client, count]);
  // When this filter comes back, its first page is newer than this count.
  useEffect(() => forgetCount, [forgetCount]);

  const served = useMemo(() => pages.data?.pages.map(({ visits }) => visits) ?? [], [pages.data]);
  const matches = useMemo(
    () => new Map(pages.data?.pages.flatMap((page) => [...matchWords(page)]) ?? []),
    [pages.data],
  );
  const isWhole = !pages.hasNextPage;
  const today = clinicDays().dateOf(now);
  const { list } = order;
  const joined = useMemo(
    () => list.join({ pages: served, here, latest, search, typed, now, today, me }),
    [list, served, here, latest, search, typed, now, today, me],
  );
  const beyond = useMemo(
    () =>
      countBeyondService({ here, known: (id) => latest.get(id), unanswered, search, typed, now, today, me }),
    [here, latest, unanswered, search, typed, now, today, me],
  );
  useEffect(() => {
    watch.follow({
      filter,
      isShown: (id) => list.has(id),
      onMoved: () => {
        // A count under way may be of before.
        void client.cancelQueries({ queryKey: count.queryKey });
        void client.fetchQuery({ ...count, staleTime: 0 }).catch(() => undefined);
      },
    });
  }, [watch, filter, list, client, count]);
  useEffect(() => () => watch.leave(), [watch]);
  // Catches up with changes while the list was not shown, when its first page came from the cache.
  useEffect(() => {
    if (first) visitsReadAsOf(first.changeNumber);
  }, [first]);

  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError]);
  // A page may be empty while there is more.
  useEffect(() => {
    if (served.every((page) => page.length === 0)) loadMore();
  }, [served, loadMore]);
  const renew = useCallback(() => {
    watch.begin();
    setOrder({ of: filter, list: new JoinedList() });
    forgetCount();
    void client.resetQueries({ queryKey: pagesKey });
  }, [client, forgetCount, filter, pagesKey, watch]);

  useEffect(() => onRightsChange(renew), [renew]);

  const freshCount = [...fresh].filter((id) => !list.has(id)).length;
  // An empty list has no row that could move: what comes is shown.
  const isEmpty = first !== undefined && joined.rows.length === 0;
  useEffect(() => {
    if (!isEmpty) return undefined;
    return watch.subscribe(() => {
      const { fresh, isStale } = watch.state();
      if (isStale || fresh.size > 0) renew();
    });
  }, [isEmpty, watch, renew]);
  return {
    ...joined,
    /** How many rows of this browser the service’s total leaves out; as the tabs count them. */
    beyond,
    matches,
    totals: counted.data ?? first,
    isWhole: isWhole && first !== undefined,
    // It is told after the first try that failed, while the others are under way.
    isLoading: pages.isPending && !pages.failureReason,
    isLoadingMore: isFetchingNextPage,
    error: pages.error ?? (pages.isPending ? pages.failureReason : null),
    /** Rows that changed since they were shown, by visit. */
    changed,
    freshCount,
    isStale,
    loadMore,
    renew,
  };
}
