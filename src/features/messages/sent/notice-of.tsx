import { Link } from "@tanstack/react-router";
import { useOwnMessages } from "#room/features/workspace/workspace-context.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { replyKeyOf } from "./attention.ts";
import styles from "#room/features/messages/reading/message-pane.module.css";
import { useSentLetters } from "./use-needy-letters.ts";

/** Of a notice: the sent message it speaks of. */
export function NoticeOf({ messageId }: { readonly messageId: number }) {
  const { known } = useSentLetters();
  const about = useOwnMessages().find((entry) =>
    known?.get(replyKeyOf(entry))?.deliveries.some(({ noticeMessageId }) => noticeMessageId === messageId),
  );
  if (!about) return null;
  return (
    <p className={styles.about}>
      About your message{" "}
      <Link to="/messages" search={{ folder: "sent", own: about.id }}>
        {shownSubject(about.subject)}
      </Link>
    </p>
  );
}
