import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useOwnMessages, useWorkspace } from "#room/features/workspace-context.ts";
import { saveBlob } from "#room/features/messages/attachments/save-blob.ts";
import { SendOutcome } from "#room/features/messages/composer/send-outcome.tsx";
import { LinkDialog } from "#room/features/messages/html-mail/link-dialog.tsx";
import type { MailLink } from "#room/features/messages/html-mail/mail-link.ts";
import { fullDate } from "#room/features/messages/inbox/received-words.ts";
import { sizeWords } from "#room/features/messages/inbox/size-words.ts";
import type { KeptAttachment, MessageDraft } from "#room/workspace/message-record.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { PlainText } from "#room/features/messages/text-mail/plain-text.tsx";
import styles from "./own-messages.module.css";

/** A message made here, as it left, with what became of it and each attempt. */
export function SentMessage({ id, onClose }: { id: string; onClose(): void }) {
  const { messages } = useWorkspace();
  const entry = useOwnMessages().find((one) => one.id === id);
  const [draft, setDraft] = useState<MessageDraft>();
  const navigate = useNavigate();
  useEffect(() => {
    let isOver = false;
    messages.get(id).then(
      (found) => {
        if (!isOver) setDraft(found);
        return found;
      },
      () => onClose(),
    );
    return () => {
      isOver = true;
    };
  }, [id, messages, onClose]);
  if (!entry) return null;
  const edit = async () => {
    const copy = await messages.copy(id);
    await navigate({ to: "/messages/compose", search: { draft: copy } });
  };
  const undone = () => void navigate({ to: "/messages/compose", search: { draft: id } });
  return (
    <Dialog
      isOpen
      width="wide"
      title={entry.subject || "No subject"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void edit()}>Copy as a new draft</Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <SendOutcome
        entry={entry}
        holdMs={10_000}

        onUndone={undone}
        onClose={onClose}
        onNew={onClose}
      />
      {draft ? <Content draft={draft} /> : <Spinner />}
      {entry.attempts.length > 0 ? (
        <ol className={styles.attempts} aria-label="Attempts">
          {entry.attempts.map((attempt) => (
            <li key={attempt.number}>
              {fullDate(attempt.startedAt)}: {attempt.outcome ?? "under way"}
              {attempt.message ? ` (${attempt.message})` : ""}
              {attempt.requestId ? ` · request ${attempt.requestId}` : ""}
            </li>
          ))}
        </ol>
      ) : null}
    </Dialog>
  );
}

function Content({ draft }: { draft: MessageDraft }) {
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
      <LinkDialog
        link={link}
        onClose={() => setLink(undefined)}
        onWriteTo={(to) => void navigate({ to: "/messages/compose", search: { to } })}
      />
      {draft.attachments.map((file) => (
        <Button key={file.id} size="small" onClick={() => void save(file)}>
          {file.fileName} · {sizeWords(file.size)}
        </Button>
      ))}
    </>
  );
}
