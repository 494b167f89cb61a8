import { useState, useMemo } from "react";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { formatSize } from "#room/ui/formats.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./attachments.module.css";
import { CheckSelection } from "#room/features/messages/selected-code/check-selection.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageHeaders } from "./message-headers.tsx";
import { receivedAttachment, type ReceivedAttachment, saveReceived } from "./received-attachment.ts";
import type { MessageReply } from "./use-message.ts";

const AttachmentPreview = lateDialog(
  async () => (await import("./attachment-preview.tsx")).AttachmentPreview,
);

function AttachmentList({ attachments }: { attachments: readonly ReceivedAttachment[] }) {
  const [shown, setShown] = useState<ReceivedAttachment>();
  if (attachments.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label="Attachments">
        {attachments.map((attachment) => (
          <li key={attachment.key} className={styles.card}>
            <div className={styles.name}>{attachment.name}</div>
            <div className="quiet small">
              {attachment.type.label} · {formatSize(attachment.size)}
            </div>
            {attachment.warnings.map((warning) => (
              <div key={warning} className="warn small">
                {warning}
              </div>
            ))}
            <div className={styles.actions} data-print="hidden">
              {attachment.type.preview === "none" ? null : (
                <Button
                  size="small"
                  aria-label={`View: ${attachment.name}`}
                  onClick={() => setShown(attachment)}
                >
                  View
                </Button>
              )}
              <Button
                size="small"
                look="quiet"
                aria-label={`Save ${attachment.name}`}
                onClick={() => void saveReceived(attachment)}
              >
                Save
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown ? <AttachmentPreview attachment={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

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
