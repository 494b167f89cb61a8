import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import type { ReadMarks } from "#room/workspace/storage/kept-value.ts";

interface Counted {
  marks: ReadMarks;
  unread: number;
}

const counted = new WeakMap<readonly MessageSummary[], Counted>();

/** The number unread. Counted once per list and marks, though both the rail and the inbox use it. */
export function unreadCount(summaries: readonly MessageSummary[], marks: ReadMarks): number {
  const known = counted.get(summaries);
  if (known?.marks === marks) return known.unread;
  let unread = summaries.length;
  if (Object.keys(marks).length > 0) {
    for (const { messageId } of summaries) if (marks[messageId] === true) unread -= 1;
  }
  counted.set(summaries, { marks, unread });
  return unread;
}
