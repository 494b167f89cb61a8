import type { ComponentProps } from "react";
import styles from "#room/features/messages/messages-page.module.css";
import { OpenMessage } from "#room/features/messages/reading/open-message.tsx";

interface ReadingPaneProps extends Pick<ComponentProps<typeof OpenMessage>, "summary" | "marks" | "onBack"> {
  readonly openId: number | undefined;
  /** Nothing to read. */
  readonly isEmpty: boolean;
}

/** The open message, beside or below the list. */
export function ReadingPane({ openId, summary, marks, isEmpty, onBack }: ReadingPaneProps) {
  return (
    <section className={styles.reading} aria-label="Reading pane">
      {openId === undefined ? (
        <p className={styles.nothing}>{isEmpty ? "" : "No message is open. Press J to read the first."}</p>
      ) : (
        <OpenMessage key={openId} messageId={openId} summary={summary} marks={marks} onBack={onBack} />
      )}
    </section>
  );
}
