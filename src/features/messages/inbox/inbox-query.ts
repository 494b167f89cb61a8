import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { mergeSummaries } from "./merge-summaries.ts";

type Answer = ResponseOf<"listMessageSummaries">;

/** How the summaries are asked for, wherever they are: every asker must share the answer in the same way. */
export function inboxQuery() {
  return {
    ...operationQuery("listMessageSummaries", {}),
    retry: false,
    gcTime: 30 * 60_000,
    // The query's data is always such an answer; React Query's type does not say so.
    structuralSharing: (before: unknown, after: unknown) =>
      shareSummaries(before as Answer | undefined, after as Answer),
  } as const;
}

/** Keeps the objects of before, which the index and the rows hang on; React Query's own comparison would be slower. */
function shareSummaries(before: Answer | undefined, after: Answer): Answer {
  const summaries = mergeSummaries(before?.summaries, after.summaries);
  if (before !== undefined && summaries === before.summaries) return before;
  return { ...after, summaries };
}
