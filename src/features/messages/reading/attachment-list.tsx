import { useState } from "react";
import { saveBlob } from "#room/ui/save-blob.ts";
import { formatSize } from "#room/ui/formats.ts";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { AttachmentPreview } from "./attachment-preview.tsx";
import type { ReceivedAttachment } from "./received-attachment.ts";
import styles from "./attachments.module.css";

/** The attachments of a received message. */
export function AttachmentList({ attachments }: { attachments: readonly ReceivedAttachment[] }) {
  const [shown, setShown] = useState<ReceivedAttachment>();
  if (attachments.length === 0) return null;
  const save = (attachment: ReceivedAttachment) => {
    attachment.blob().then(
      (blob) => saveBlob(blob, attachment.name),
      () => toast({ title: `${attachment.name} couldn’t be read`, tone: "bad" }),
    );
  };
  return (
    <>
      <ul className={styles.list} aria-label="Attachments">
        {attachments.map((attachment) => (
          <li key={attachment.key} className={styles.card}>
            <div className={styles.name}>{attachment.name}</div>
            <div className={styles.facts}>
              {attachment.type.label} · {formatSize(attachment.size)}
            </div>
            {attachment.warnings.map((warning) => (
              <div key={warning} className={styles.warning}>
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
                onClick={() => save(attachment)}
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
