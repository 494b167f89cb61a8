import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isNobodyThere, onPersonReturns } from "#room/api/person-signs.ts";
import { retryDelayMs } from "#room/api/retry-delay.ts";
import type { MailboxSummary } from "#room/contract/operations/list-message-changes.ts";
import { asksForChanges, inboxQuery } from "./inbox-query.ts";
import { calmPause, FaultRow } from "./poll-pause.ts";

export interface Inbox {
  /** Undefined before the first answer; kept through every later error. */
  summaries: readonly MailboxSummary[] | undefined;
  failure: Error | null;
  /** Milliseconds since 1970; 0 before the first answer. */
  checkedAt: number;
  isChecking: boolean;
  checkNow(): void;
}

/**
 * The summaries for the frame of every page, which alone refetches them: not while the page is hidden, rarely while
 * nobody is there (and at once when somebody is back), and less and less often after errors. Undefined until all are read.
 */
export function useMailWatch(mayRead: boolean): readonly MailboxSummary[] | undefined {
  const [faultRow] = useState(() => new FaultRow());
  const { data, isSuccess, refetch } = useQuery({
    ...inboxQuery,
    enabled: mayRead,
    refetchInterval: ({ state }) => {
      const pause = faultRow.pause(state.dataUpdateCount, state.errorUpdateCount);
      if (state.status === "error") return retryDelayMs(state.error) ?? pause;
      return calmPause(asksForChanges() ? 0 : (state.data?.summaries.length ?? 0), isNobodyThere());
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
  useEffect(
    () => (mayRead && isSuccess ? onPersonReturns(() => void refetch({ cancelRefetch: false })) : undefined),
    [mayRead, isSuccess, refetch],
  );
  return data?.isWhole ? data.summaries : undefined;
}

export function useInbox(): Inbox {
  const query = useQuery(inboxQuery);
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  return {
    summaries: data?.summaries,
    failure: error instanceof Error ? error : null,
    checkedAt: dataUpdatedAt,
    isChecking: isFetching,
    checkNow: () => void refetch(),
  };
}
