import { useState } from "react";
import { useMay } from "#room/api/account.ts";
import { unreadCount } from "#room/features/messages/inbox/unread-count.ts";
import { useMailWatch } from "#room/features/messages/inbox/use-inbox.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";

/** Looks for new mail on every page, and says so to a screen reader; the rail shows its number. */
export function MailNews() {
  const marks = useKept(useWorkspace().readMarks);
  const summaries = useMailWatch(useMay("messages"));
  const [known, setKnown] = useState(summaries);
  const [news, setNews] = useState("");
  if (summaries !== known) {
    setKnown(summaries);
    const before = known && new Set(known.map(({ messageId }) => messageId));
    const count = summaries?.filter(({ messageId }) => before?.has(messageId) === false).length ?? 0;
    if (summaries && count > 0) {
      const arrived = count === 1 ? "1 new message" : `${count.toLocaleString()} new messages`;
      setNews(`${arrived}, ${unreadCount(summaries, marks).toLocaleString()} unread`);
    }
  }
  return (
    <p role="status" aria-label="New mail" className="visually-hidden">
      {news}
    </p>
  );
}
