import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { saveBlob } from "#room/ui/save-blob.ts";
import type { MailLink } from "#room/features/messages/html-mail/mail-link.ts";
import { formatSize } from "#room/ui/formats.ts";
import { LinkDialog, PlainText } from "#room/features/messages/text-mail/plain-text.tsx";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { KeptAttachment, MessageDraft } from "#room/workspace/messages/message-record.ts";
import { Button } from "#room/ui/button.tsx";
import styles from "./own-messages.module.css";

export function MessageContent({ draft }: { draft: MessageDraft }) {
  const { messages } = useWorkspace();
  const navigate = useNavigate();
  const [link, setLink] = useState<MailLink>();
  const save = async (file: KeptAttachment) => saveBlob(await messages.attachment(file), file.fileName);
  return (
    <>
      <dl className={styles.headers}>
        {(["to", "cc", "bcc"] as const)
          .filter((name) => draft[name].length > 0)
          .map((name) => (
            <div key={name}>
              <dt>{{ to: "To", cc: "Cc", bcc: "Bcc" }[name]}</dt>
              <dd>{draft[name].join(", ")}</dd>
            </div>
          ))}
      </dl>
      <PlainText text={draft.textBody} onLink={setLink} />
      {link ? (
        <LinkDialog
          link={link}
          onClose={() => setLink(undefined)}
          onWriteTo={(to) => void navigate({ to: "/messages/compose", search: { to } })}
        />
      ) : null}
      {draft.attachments.map((file) => (
        <Button key={file.id} size="small" onClick={() => void save(file)}>
          {file.fileName} · {formatSize(file.size)}
        </Button>
      ))}
    </>
  );
}
