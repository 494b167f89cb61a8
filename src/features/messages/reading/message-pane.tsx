import { useMemo } from "react";
import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { IconButton } from "#room/ui/icon-button.tsx";
import { ArrowLeftIcon, PrintIcon } from "#room/ui/icons.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import type { AnswerKind } from "./answer.ts";
import { AttachmentList } from "./attachment-list.tsx";
import { CheckSelection } from "#room/features/messages/selected-code/check-selection.tsx";
import { MessageBody } from "./message-body.tsx";
import { messageFault } from "./message-fault.ts";
import { MessageHeaders } from "./message-headers.tsx";
import styles from "./message-pane.module.css";
import { receivedAttachment } from "./received-attachment.ts";
import type { MessageReply, MessageState } from "./use-message.ts";

export interface MessagePaneProps {
  messageId: number;
  summary: MessageSummary | undefined;
  state: MessageState;
  isUnread: boolean;
  isAnswering: boolean;
  onAnswer(kind: AnswerKind): void;
  onToggleRead(): void;
  onBack(): void;
  onWriteTo(address: string): void;
}

/** The reading pane. */
export function MessagePane(props: MessagePaneProps) {
  const { messageId, summary, state, isUnread, isAnswering, onAnswer, onToggleRead, onBack } = props;
  const subject = (state.at === "loaded" ? state.reply.email?.subject : summary?.subject) || "No subject";
  const canAnswer = state.at === "loaded" || state.at === "no-bodies";
  return (
    <article className={styles.pane} aria-labelledby="message-subject">
      <div className={styles.bar} data-print="hidden">
        <IconButton
          label="Back to the list"
          keys="Esc"
          icon={<ArrowLeftIcon />}
          className={styles.back ?? ""}
          onClick={onBack}
        />
        <span className={styles.space} />
        <Button look="quiet" keys="U" onClick={onToggleRead}>
          {isUnread ? "Mark as read" : "Mark as unread"}
        </Button>
        <IconButton label="Print" icon={<PrintIcon />} onClick={() => window.print()} />
      </div>
      <h2 id="message-subject" className={styles.subject}>
        {subject}
      </h2>
      {state.at === "loaded" ? (
        <Loaded reply={state.reply} messageId={messageId} onWriteTo={props.onWriteTo} />
      ) : (
        <SummaryHeaders messageId={messageId} summary={summary} />
      )}
      {state.at === "loading" ? (
        <div className={styles.loading}>
          <Spinner /> Fetching the message…
        </div>
      ) : null}
      {state.at === "no-bodies" ? <NoBodies summary={summary} /> : null}
      {state.at === "failed" ? <Failed error={state.error} again={state.again} onBack={onBack} /> : null}
      {canAnswer ? (
        <div className={styles.answers} data-print="hidden">
          <Button keys="R" isBusy={isAnswering} onClick={() => onAnswer("reply")}>
            Reply
          </Button>
          {state.at === "loaded" ? (
            <>
              <Button look="quiet" keys="A" onClick={() => onAnswer("reply-all")}>
                Reply all
              </Button>
              <Button look="quiet" keys="F" onClick={() => onAnswer("forward")}>
                Forward
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}

function Loaded({
  reply,
  messageId,
  onWriteTo,
}: {
  reply: MessageReply;
  messageId: number;
  onWriteTo(address: string): void;
}) {
  const email = reply.email;
  const attachments = useMemo(() => (email?.attachments ?? []).map(receivedAttachment), [email]);
  if (!email) return null;
  return (
    <>
      <MessageHeaders
        email={email}
        messageId={messageId}
        received={reply.dateReceived}
        size={reply.messageSize}
      />
      <CheckSelection>
        <MessageBody key={messageId} email={email} attachments={attachments} onWriteTo={onWriteTo} />
      </CheckSelection>
      <AttachmentList attachments={attachments} />
    </>
  );
}

function SummaryHeaders({ messageId, summary }: { messageId: number; summary: MessageSummary | undefined }) {
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

function NoBodies({ summary }: { summary: MessageSummary | undefined }) {
  return (
    <Banner tone="plain" title="This service gives no message texts">
      {summary?.hasAttachments
        ? "It lists messages only; the text and the attachments are read in your Direct mail program. You can reply from here."
        : "It lists messages only; the text is read in your Direct mail program. You can reply from here."}
    </Banner>
  );
}

function Failed({ error, again, onBack }: { error: unknown; again(): void; onBack(): void }) {
  const words = messageFault(error);
  return (
    <Banner
      tone="bad"
      role="alert"
      title={words.title}
      requestId={words.requestId}
      actions={
        <>
          <Button onClick={again}>Try again</Button>
          <Button look="quiet" onClick={onBack}>
            Back to the list
          </Button>
        </>
      }
    >
      {words.detail} {words.advice}
    </Banner>
  );
}
