// A native table cannot draw only visible rows at absolute positions, so ARIA roles are used.
import { serviceNow } from "#room/api/service-clock.ts";
import { memo } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import type { SharedLetter } from "#room/contract/schemas/shared-letter.ts";
import { sharedWords } from "#room/features/messages/shared/shared-words.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useNow } from "#room/ui/use-now.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { CheckIcon } from "#room/ui/icons.tsx";
import { AttachIcon } from "#room/ui/page-icons.tsx";
import { Marked } from "#room/ui/marked.tsx";
import { receivedWords } from "./received-words.ts";
import { formatSize } from "#room/ui/formats.ts";
import { senderName } from "./sort-summaries.ts";
import styles from "./message-list.module.css";

export interface SummaryRowProps {
  summary: MailboxSummary;
  index: number;
  /** Pixels. */
  top: number;
  height: number;
  isUnread: boolean;
  /** How many messages of a conversation it stands for. */
  size: number;
  isChosen: boolean;
  isActive: boolean;
  isOpen: boolean;
  /** Search words; the same array while they are unchanged. */
  marks: readonly string[];
}

/** One row of the inbox. The grid handles clicks, so that rows need no handlers of their own. */
export const SummaryRow = memo(function SummaryRow(props: SummaryRowProps) {
  const { summary, index, top, height, isUnread, size, isChosen, isActive, isOpen, marks } = props;
  return (
    <div
      role="row"
      id={`message-${summary.messageId}`}
      aria-rowindex={index + 1}
      aria-selected={isOpen}
      data-index={index}
      data-active={isActive || undefined}
      data-unread={isUnread || undefined}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={`clip ${styles.from}`} title={inWrittenOrder(summary.from ?? "")}>
        {isUnread ? <span className={styles.dot} /> : null}
        {isUnread ? <span className="visually-hidden">Unread, </span> : null}
        <Marked text={senderName(summary.from)} words={marks} />
        {size > 1 ? (
          <span className={`quiet small ${styles.count}`}>
            {size}
            <span className="visually-hidden"> messages</span>
          </span>
        ) : null}
      </span>
      <span role="gridcell" className={`clip ${styles.subject}`}>
        <span className={styles.line}>
          <span className={`clip ${styles.words}`}>
            {summary.subject ? (
              <Marked text={shownSubject(summary.subject)} words={marks} />
            ) : (
              <em>No subject</em>
            )}
          </span>
          {summary.shared ? <SharedChip letter={summary.shared} /> : null}
          {summary.labels?.map((label) => (
            <span key={label} className={`clip ${styles.label}`}>
              {label}
            </span>
          ))}
        </span>
        {summary.preview ? (
          <span className={`quiet small clip ${styles.preview}`}>{inWrittenOrder(summary.preview)}</span>
        ) : null}
      </span>
      <span role="gridcell" className={`quiet small end nowrap ${styles.received}`}>
        <time>{receivedWords(summary.dateReceived)}</time>
      </span>
      <span role="gridcell" className={`quiet small end nowrap ${styles.size}`}>
        <span className={styles.bytes} data-is-extra={summary.preview !== undefined || undefined}>
          {formatSize(summary.messageSize)}
        </span>
        {summary.hasAttachments ? (
          <span className={styles.clip} title="Has attachments">
            <AttachIcon size={12} />
            <span className="visually-hidden">, has attachments</span>
          </span>
        ) : null}
      </span>
      <span role="gridcell" className={styles.choose} data-choose>
        <span
          role="checkbox"
          tabIndex={-1}
          aria-checked={isChosen}
          aria-label="Choose this message"
          className={styles.box}
        >
          {isChosen ? <CheckIcon size={12} /> : null}
        </span>
      </span>
    </div>
  );
});

function SharedChip({ letter }: { readonly letter: SharedLetter }) {
  const { userName } = useWorkspace();
  return (
    <span className={`clip ${styles.label}`} title={`Sent to ${letter.address}`}>
      {sharedWords(letter, userName, useNow(60_000, serviceNow))}
    </span>
  );
}
