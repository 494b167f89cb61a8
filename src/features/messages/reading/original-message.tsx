import { shownSubject } from "#room/features/messages/shown-text.ts";
import { Spinner } from "#room/ui/spinner.tsx";
import { FailedMessage, LoadedMessage } from "./loaded-message.tsx";
import styles from "./message-pane.module.css";
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
      {state.at === "loading" ? (
        <div className={styles.loading}>
          <Spinner /> Loading the message…
        </div>
      ) : null}
      {state.at === "failed" ? <FailedMessage error={state.error} again={state.again} /> : null}
      {state.at === "loaded" ? (
        <>
          <h2 className={styles.subject}>{shownSubject(state.reply.email?.subject)}</h2>
          <LoadedMessage reply={state.reply} messageId={messageId} onWriteTo={onWriteTo} />
        </>
      ) : null}
    </section>
  );
}
