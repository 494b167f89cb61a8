import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import type { ReadMarks } from "#room/workspace/storage/kept-value.ts";

interface Counted {
  marks: ReadMarks;
  unread: number;
}

const counted = new WeakMap<readonly MailboxSummary[], Counted>();

/** Known to the service, or to this browser if the service does not know or has yet to be told. */
export function isRead(
  { messageId, isRead: isReadThere }: Pick<MailboxSummary, "messageId" | "isRead">,
  marks: ReadMarks,
): boolean {
  return isReadThere === true || marks[messageId] === true;
}

/** The number unread in the inbox. Counted once per list and marks, though both the rail and the inbox use it. */
export function unreadCount(summaries: readonly MailboxSummary[], marks: ReadMarks): number {
  const known = counted.get(summaries);
  if (known?.marks === marks) return known.unread;
  let unread = 0;
  for (const summary of summaries) if (summary.isArchived !== true && !isRead(summary, marks)) unread += 1;
  counted.set(summaries, { marks, unread });
  return unread;
}
