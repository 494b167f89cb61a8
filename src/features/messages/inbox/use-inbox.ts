import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isNobodyThere, onPersonReturns } from "#room/api/person-signs.ts";
import { retryDelayMs } from "#room/api/retry-delay.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { asksForChanges, inboxQuery } from "./inbox-query.ts";

/** New mail is told within half a minute. */
const usual = 25_000;
const atMost = 2 * 60_000;
const largeMailbox = 5000;
const afterFault = 30_000;
const longest = 5 * 60_000;

/**
 * Milliseconds to the next check where checks succeed. A large list that comes whole with each answer is asked for less
 * often, and any mailbox while nobody is there.
 */
export function calmPause(listed: number, isAway: boolean): number {
  return isAway ? atMost : Math.min(atMost, usual * Math.max(1, Math.ceil(listed / largeMailbox)));
}

/**
 * Milliseconds to the next automatic check: doubled with each consecutive error, with jitter so that pages do not check
 * simultaneously. The same however often it is asked for: another would begin it again.
 */
export function nextPause(faults: number, chance: number): number {
  if (faults === 0) return usual;
  return Math.round(Math.min(longest, afterFault * 2 ** Math.min(faults, 8)) * (0.8 + 0.4 * chance));
}

/** The number of consecutive errors, from React Query's counts of answers and errors. */
export class FaultRow {
  #answers = -1;
  #faultsBefore = 0;

  count(answers: number, faults: number): number {
    if (answers !== this.#answers) {
      this.#answers = answers;
      this.#faultsBefore = faults;
    }
    return Math.max(0, faults - this.#faultsBefore);
  }
}

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
  const [chance] = useState(Math.random);
  const { data, isSuccess, refetch } = useQuery({
    ...inboxQuery,
    enabled: mayRead,
    refetchInterval: ({ state }) => {
      const faults = faultRow.count(state.dataUpdateCount, state.errorUpdateCount);
      if (state.status === "error") return retryDelayMs(state.error) ?? nextPause(faults, chance);
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
  // Only what is new is asked for: the page shows it however recent the last check is.
  const query = useQuery({ ...inboxQuery, refetchOnMount: asksForChanges() ? "always" : true });
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  return {
    summaries: data?.summaries,
    failure: error instanceof Error ? error : null,
    checkedAt: dataUpdatedAt,
    isChecking: isFetching,
    checkNow: () => void refetch(),
  };
}
