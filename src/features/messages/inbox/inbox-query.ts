import { operationQuery } from "#room/api/operation-query.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { mergeSummaries } from "./merge-summaries.ts";

type Answer = ResponseOf<"listMessageSummaries">;

/** The query for the summaries, the same everywhere, so that all users of it share the answer. */
export function inboxQuery() {
  return {
    ...operationQuery("listMessageSummaries", {}),
    retry: false,
    gcTime: 30 * 60_000,
    // The query's data is always such an answer, which React Query's type does not express.
    structuralSharing: (before: unknown, after: unknown) =>
      shareSummaries(before as Answer | undefined, after as Answer),
  } as const;
}

/**
 * Keeps the previous objects, which the index and the rows are tied to; React Query's structural sharing would be
 * slower.
 */
function shareSummaries(before: Answer | undefined, after: Answer): Answer {
  const summaries = mergeSummaries(before?.summaries, after.summaries);
  if (before !== undefined && summaries === before.summaries) return before;
  return { ...after, summaries };
}
