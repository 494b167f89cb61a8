import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { retryDelayMs } from "#room/api/retry-delay.ts";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import { InboxIndex } from "./inbox-index.ts";
import { inboxQuery } from "./inbox-query.ts";
import { FaultRow, nextPause } from "./poll-pause.ts";

export interface Inbox {
  /** Undefined before the first answer; kept through every later error. */
  summaries: readonly MessageSummary[] | undefined;
  failure: Error | null;
  /** Milliseconds since 1970; 0 before the first answer. */
  checkedAt: number;
  isChecking: boolean;
  checkNow(): void;
  index: InboxIndex;
}

const noSummaries: readonly MessageSummary[] = [];

/** The summaries, refetched automatically: not while the page is hidden, and less and less often after errors. */
export function useInbox(): Inbox {
  const [faultRow] = useState(() => new FaultRow());
  const query = useQuery({
    ...inboxQuery(),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const faults = faultRow.count(state.dataUpdateCount, state.errorUpdateCount);
      return (faults === 0 ? undefined : retryDelayMs(state.error)) ?? nextPause(faults);
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
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
