import { useMemo } from "react";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { CheckSelection } from "#room/features/messages/selected-code/check-selection.tsx";
import { AttachmentList } from "./attachment-list.tsx";
import { MessageBody } from "./message-body.tsx";
import { messageFault } from "./message-fault.ts";
import { MessageHeaders } from "./message-headers.tsx";
import { receivedAttachment } from "./received-attachment.ts";
import type { MessageReply } from "./use-message.ts";

/** The message itself: sender and recipients, text and files. */
export function LoadedMessage({
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

/** Why it cannot be shown, and what to do. */
export function FailedMessage({ error, again, onBack }: { error: unknown; again(): void; onBack?(): void }) {
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
          {onBack ? (
            <Button look="quiet" onClick={onBack}>
              Back to the list
            </Button>
          ) : null}
        </>
      }
    >
      {words.detail} {words.advice}
    </Banner>
  );
}
