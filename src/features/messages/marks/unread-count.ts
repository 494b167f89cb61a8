import type { MailboxSummary } from "#room/contract/operations/messages.ts";
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
