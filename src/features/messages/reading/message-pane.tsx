import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { IconButton } from "#room/ui/icon-button.tsx";
import { ArrowLeftIcon, PrintIcon } from "#room/ui/page-icons.tsx";
import { Conversation } from "#room/features/messages/conversation/conversation.tsx";
import type { Marks } from "#room/features/messages/marks/use-marks.ts";
import { SharedStrip } from "#room/features/messages/shared/shared-strip.tsx";
import { NoticeOf } from "#room/features/messages/sent/notice-of.tsx";
import { MessageHeaders } from "./message-headers.tsx";
import styles from "./message-pane.module.css";
import { ShownMessage } from "./shown-message.tsx";
import type { Answering } from "./use-answer.ts";
import type { MessageState } from "./use-message.ts";

export interface OpenMessageProps {
  readonly messageId: number;
  readonly summary: MailboxSummary | undefined;
  readonly marks: Marks;
  readonly labels: readonly string[];
  /** Undefined: the service keeps no archive. */
  readonly onArchive: (() => void) | undefined;
  readonly onBack: () => void;
  /** The newest received message of its conversation: with another, the conversation has grown. */
  readonly newest: number | undefined;
}

interface MessagePaneProps extends Omit<OpenMessageProps, "marks" | "labels"> {
  readonly state: MessageState;
  readonly isUnread: boolean;
  readonly answering: Answering;
  /** Undefined for a notice, which is in no list. */
  readonly onToggleRead: (() => void) | undefined;
  /** Undefined: the service keeps no labels. */
  readonly onLabel: (() => void) | undefined;
}

export function MessagePane(props: MessagePaneProps) {
  const { messageId, summary, state, isUnread, answering, onToggleRead, onBack } = props;
  const subject = shownSubject(state.at === "loaded" ? state.reply.email?.subject : summary?.subject);
  const canAnswer = state.at === "loaded" || state.at === "no-bodies" || answering.isBusy;
  return (
    <article className={styles.pane} aria-labelledby="message-subject">
      <div className={`row ${styles.bar}`} data-print="hidden">
        <IconButton label="Back to the list" keys="Esc" icon={<ArrowLeftIcon />} onClick={onBack} />
        <span className="fill" />
        {props.onLabel ? (
          <Button look="quiet" keys="L" onClick={props.onLabel}>
            Label
          </Button>
        ) : null}
        {props.onArchive ? (
          <Button look="quiet" keys="E" onClick={props.onArchive}>
            {summary?.isArchived === true ? "Move to inbox" : "Archive"}
          </Button>
        ) : null}
        {onToggleRead ? (
          <Button look="quiet" keys="U" onClick={onToggleRead}>
            {isUnread ? "Mark as read" : "Mark as unread"}
          </Button>
        ) : null}
        <IconButton label="Print" icon={<PrintIcon />} onClick={() => window.print()} />
      </div>
      <h2 id="message-subject" className={styles.subject}>
        {subject}
      </h2>
      {summary?.shared ? <SharedStrip messageId={messageId} letter={summary.shared} /> : null}
      <NoticeOf messageId={messageId} />
      <Conversation messageId={messageId} newest={props.newest} />
      {state.at === "loaded" ? null : <SummaryHeaders messageId={messageId} summary={summary} />}
      <ShownMessage state={state} messageId={messageId} onWriteTo={answering.writeTo} onBack={onBack} />
      {state.at === "no-bodies" ? <NoBodies summary={summary} /> : null}
      {canAnswer ? (
        <div className={`row ${styles.answers}`} data-print="hidden">
          <Button keys="R" isBusy={answering.isBusy} onClick={() => answering.answer("reply")}>
            Reply
          </Button>
          {state.at === "loaded" ? (
            <>
              <Button look="quiet" keys="A" onClick={() => answering.answer("reply-all")}>
                Reply all
              </Button>
              <Button look="quiet" keys="F" onClick={() => answering.answer("forward")}>
                Forward
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

function SummaryHeaders({ messageId, summary }: { messageId: number; summary: MailboxSummary | undefined }) {
  if (!summary) return null;
  const email = { from: summary.from };
  return (
    <MessageHeaders
      email={email}
      messageId={messageId}
      received={summary.dateReceived}
      size={summary.messageSize}
    />
  );
}

function NoBodies({ summary }: { summary: MailboxSummary | undefined }) {
  return (
    <Banner tone="plain" title="This service doesn’t provide message text">
      {summary?.hasAttachments
        ? "It only lists messages. Read the text and the attachments in your Direct mail program. You can reply from here."
        : "It only lists messages. Read the text in your Direct mail program. You can reply from here."}
    </Banner>
  );
}
