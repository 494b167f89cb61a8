import { useQuery } from "@tanstack/react-query";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import { unreadCount } from "#room/features/messages/inbox/unread-count.ts";
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
    ...inboxQuery(),
    staleTime: seldomMs,
    refetchInterval: seldomMs,
  });
  return data ? unreadCount(data.summaries, readMarks) : 0;
}
