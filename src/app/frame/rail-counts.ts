import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "#room/api/operation-query.ts";
import { useKept, useVisitRecords, useWorkspace } from "#room/features/workspace-context.ts";

const seldomMs = 3 * 60_000;

/** How much there is, beside the links of the rail: events of the queue, unread messages. Zero is not shown. */
export function useRailCounts(): { visits: number; messages: number } {
  const visits = useVisitRecords();
  return { visits: visits.length, messages: useUnread() };
}

/** The inbox page asks far more often while it is open; both read the same answer. */
function useUnread(): number {
  const readMarks = useKept(useWorkspace().readMarks);
  const { data } = useQuery({
    ...operationQuery("listMessageSummaries", {}),
    staleTime: seldomMs,
    refetchInterval: seldomMs,
    retry: false,
  });
  return data?.summaries.filter((each) => !readMarks[String(each.messageId)]).length ?? 0;
}
