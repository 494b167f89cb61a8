import { shownSubject } from "#room/features/messages/shown-text.ts";
import styles from "./message-pane.module.css";
import { ShownMessage } from "./shown-message.tsx";
import { useMessage } from "./use-message.ts";

export interface OriginalMessageProps {
  messageId: number;
  onWriteTo(address: string): void;
}

/** The message being replied to or forwarded, to read while writing. Nothing if the service provides no texts. */
export function OriginalMessage({ messageId, onWriteTo }: OriginalMessageProps) {
  const state = useMessage(messageId);
  if (state.at === "no-bodies") return null;
  return (
    <section className={styles.original} aria-label="Original message" data-print="hidden">
      {state.at === "loaded" ? (
        <h2 className={styles.subject}>{shownSubject(state.reply.email?.subject)}</h2>
      ) : null}
      <ShownMessage state={state} messageId={messageId} onWriteTo={onWriteTo} />
    </section>
  );
}
