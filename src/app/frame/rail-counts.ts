import { useQuery } from "@tanstack/react-query";
import { useMay } from "#room/api/account.ts";
import { inboxQuery } from "#room/features/messages/inbox/inbox-query.ts";
import { unreadCount } from "#room/features/messages/inbox/unread-count.ts";
import { useClinicToDo, useFollowedVisits } from "#room/features/visits/clinic/use-clinic-counts.ts";
import { useKept, useVisitRecords, useWorkspace } from "#room/features/workspace/workspace-context.ts";

/**
 * How many visits need work, at the clinic and in this browser; if the service keeps none, how many events this browser
 * has.
 */
export function useVisitCount(): number {
  useFollowedVisits();
  const { hasClinic, total } = useClinicToDo();
  const here = useVisitRecords().length;
  return hasClinic && total !== undefined ? total : here;
}

/** The number of unread messages, of the query that `MailNews` refetches. */
export function useUnread(): number {
  const readMarks = useKept(useWorkspace().readMarks);
  const mayRead = useMay("messages");
  const { data } = useQuery({ ...inboxQuery(), enabled: mayRead });
  return data ? unreadCount(data.summaries, readMarks) : 0;
}
