// A native table cannot draw only visible rows at absolute positions, so ARIA roles are used.
import { memo } from "react";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import { inWrittenOrder, shownSubject } from "#room/features/messages/shown-text.ts";
import { AttachIcon } from "#room/ui/page-icons.tsx";
import { Marked } from "#room/ui/marked.tsx";
import { receivedWords } from "./received-words.ts";
import { formatSize } from "#room/ui/formats.ts";
import { senderName } from "./sort-summaries.ts";
import styles from "./message-list.module.css";

export interface SummaryRowProps {
  summary: MessageSummary;
  index: number;
  /** Pixels. */
  top: number;
  height: number;
  isUnread: boolean;
  isActive: boolean;
  isOpen: boolean;
  /** Search words; the same array while they are unchanged. */
  marks: readonly string[];
}

/** One row of the inbox. The grid handles clicks, so that rows need no handlers of their own. */
export const SummaryRow = memo(function SummaryRow(props: SummaryRowProps) {
  const { summary, index, top, height, isUnread, isActive, isOpen, marks } = props;
  return (
    <div
      role="row"
      id={`message-${summary.messageId}`}
      aria-rowindex={index + 1}
      aria-selected={isOpen}
      data-index={index}
      data-active={isActive || undefined}
      data-unread={isUnread || undefined}
      tabIndex={-1}
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={styles.from} title={inWrittenOrder(summary.from ?? "")}>
        {isUnread ? <span className={styles.dot} /> : null}
        {isUnread ? <span className="visually-hidden">Unread, </span> : null}
        <Marked text={senderName(summary.from)} words={marks} />
      </span>
      <span role="gridcell" className={styles.subject}>
        {summary.subject ? (
          <Marked text={shownSubject(summary.subject)} words={marks} />
        ) : (
          <em>No subject</em>
        )}
      </span>
      <span role="gridcell" className={styles.received}>
        <time>{receivedWords(summary.dateReceived)}</time>
      </span>
      <span role="gridcell" className={styles.size}>
        {formatSize(summary.messageSize)}
        {summary.hasAttachments ? (
          <span className={styles.clip} title="Has attachments">
            <AttachIcon size={12} />
            <span className="visually-hidden">, has attachments</span>
          </span>
        ) : null}
      </span>
    </div>
  );
});
