import { useMemo } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { ReadMarks } from "#room/workspace/storage/kept-value.ts";

/** Known to the service, or to this browser if the service does not know or has yet to be told. */
export function isRead(
  { messageId, isRead: isReadThere }: Pick<MailboxSummary, "messageId" | "isRead">,
  marks: ReadMarks,
): boolean {
  return isReadThere === true || marks[messageId] === true;
}

/** The number unread in the inbox. */
export function unreadCount(summaries: readonly MailboxSummary[], marks: ReadMarks): number {
  return summaries.filter((summary) => summary.isArchived !== true && !isRead(summary, marks)).length;
}

/** The same of who is signed in. */
export function useUnreadCount(summaries: readonly MailboxSummary[]): number {
  const marks = useKept(useWorkspace().readMarks);
  return useMemo(() => unreadCount(summaries, marks), [summaries, marks]);
}
