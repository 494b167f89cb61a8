import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { isWorthRetrying } from "#room/api/is-worth-retrying.ts";
import type { RequestOf } from "#room/contract/registry.ts";

const step = 50;

/**
 * The rows of a filter. The service scans a limited number per answer, which may contain few matches or none, so it is
 * called until there are enough or no more.
 */
export function useTrail(filter: RequestOf<"listAuditEntries">) {
  const [wanted, setWanted] = useState(step);
  const query = useInfiniteQuery({
    queryKey: ["listAuditEntries", filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callOperation(
        "listAuditEntries",
        { ...filter, limit: step, before: pageParam || undefined },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.nextBefore ?? undefined,
    retry: isWorthRetrying,
    refetchOnWindowFocus: false,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch } = query;
  const pages = data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const looksOn = hasNextPage && entries.length < wanted && !error;
  useEffect(() => {
    if (looksOn && !isFetching) void fetchNextPage();
  }, [looksOn, isFetching, fetchNextPage]);
  return {
    entries,
    total: pages.at(0)?.total,
    /** Searched down to this row. */
    downTo: pages.at(-1)?.nextBefore ?? undefined,
    error: error ?? undefined,
    isLoading: isFetching && pages.length === 0,
    isLooking: looksOn,
    hasMore: hasNextPage,
    more: () => setWanted(entries.length + step),
    stop: () => setWanted(0),
    again: () => void refetch(),
  };
}
