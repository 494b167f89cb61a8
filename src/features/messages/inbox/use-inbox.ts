import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { operationQuery } from "#room/api/operation-query.ts";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { InboxIndex } from "./inbox-index.ts";
import { mergeSummaries } from "./merge-summaries.ts";
import { FaultRow, nextPause } from "./poll-pause.ts";

type Answer = ResponseOf<"listMessageSummaries">;

export interface Inbox {
  /** Undefined before the first answer; kept through every fault after it. */
  summaries: readonly MessageSummary[] | undefined;
  failure: Error | null;
  /** Milliseconds since 1970; 0 before the first answer. */
  checkedAt: number;
  isChecking: boolean;
  checkNow(): void;
  index: InboxIndex;
}

const noSummaries: readonly MessageSummary[] = [];

/** The summaries, fetched again by themselves: not while the page is hidden, and ever more seldom after faults. */
export function useInbox(): Inbox {
  const [faultRow] = useState(() => new FaultRow());
  const query = useQuery({
    ...operationQuery("listMessageSummaries", {}),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
    gcTime: 30 * 60_000,
    refetchInterval: ({ state }) => nextPause(faultRow.count(state.dataUpdateCount, state.errorUpdateCount)),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    structuralSharing: (before, after) => shareSummaries(before as Answer | undefined, after as Answer),
  });
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  const [index] = useState(() => new InboxIndex());
  const summaries = data?.summaries;
  useEffect(() => index.prepare(summaries ?? noSummaries), [index, summaries]);
  return {
    summaries,
    failure: error,
    checkedAt: dataUpdatedAt,
    isChecking: isFetching,
    checkNow: () => void refetch(),
    index,
  };
}

/** Keeps the objects of before, which the index and the rows hang on; React Query's own comparison would be slower. */
function shareSummaries(before: Answer | undefined, after: Answer): Answer {
  const summaries = mergeSummaries(before?.summaries, after.summaries);
  if (before !== undefined && summaries === before.summaries) return before;
  // The schema's array is mutable by type; nobody changes it.
  return { ...after, summaries: summaries as MessageSummary[] };
}
