import { useNavigate } from "@tanstack/react-router";
import { useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { SendOutcome } from "#room/features/messages/composer/send-outcome.tsx";
import { fromDraft, toDraft } from "#room/features/messages/composer/composer-state.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { useOwnAddresses } from "#room/features/messages/own-address.ts";
import { answerTitle, answerTo } from "#room/features/messages/reading/answer.ts";
import { contentOf } from "#room/features/messages/reading/begin-answer.ts";
import { shownSubject } from "#room/features/messages/shown-text.ts";
import { formatToMinute } from "#room/ui/formats.ts";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import { useSentDraft } from "./use-sent-draft.ts";
import { MessageContent } from "./message-content.tsx";
import styles from "./own-messages.module.css";

export function SentMessage({ id, onClose }: { id: string; onClose(): void }) {
  const { messages } = useWorkspace();
  const entry = useOwnMessages().find((one) => one.id === id);
  const draft = useSentDraft(entry, onClose);
  const navigate = useNavigate();
  const [own] = useOwnAddresses();
  if (!entry) return null;
  const edit = async () => {
    const copy = await messages.copy(id);
    await navigate({ to: "/messages/compose", search: { draft: copy } });
  };
  const forward = async () => {
    const copy = await messages.copy(id);
    const kept = await messages.get(copy);
    if (!kept) return;
    const { to, subject, textBody, htmlBody } = kept;
    const dateReceived = wireDateTimeOf(new Date(entry.sentAt ?? entry.updatedAt));
    const email = { from: own, to: [...to], subject, textBody, htmlBody };
    const state = {
      ...fromDraft(kept),
      ...(await contentOf("forward", { dateReceived }, email)),
      to: [],
      cc: [],
      bcc: [],
      title: answerTitle("forward", [], subject),
      subject: answerTo("forward", email, []).subject,
    };
    await messages.put(copy, toDraft(state));
    await navigate({ to: "/messages/compose", search: { draft: copy } });
  };
  const undone = () => void navigate({ to: "/messages/compose", search: { draft: id } });
  return (
    <Dialog
      width="wide"
      title={shownSubject(entry.subject)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => window.print()}>Print</Button>
          <Button disabled={!draft} onClick={() => void forward()}>
            Forward
          </Button>
          <Button disabled={!draft} onClick={() => void edit()}>
            Copy as a new draft
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <SendOutcome entry={entry} holdMs={10_000} onUndone={undone} onClose={onClose} onNew={onClose} />
      {draft ? <MessageContent draft={draft} /> : <Spinner />}
      {entry.attempts.length > 0 ? (
        <details data-print="hidden">
          <summary>Details</summary>
          <ol className={`quiet small ${styles.attempts}`} aria-label="Attempts">
            {entry.attempts.map((attempt) => (
              <li key={attempt.number}>
                {formatToMinute(attempt.startedAt)}: {attempt.outcome ?? "under way"}
                {attempt.message ? ` (${attempt.message})` : ""}
                {attempt.requestId ? ` · request ${attempt.requestId}` : ""}
              </li>
            ))}
          </ol>
          {entry.messageId === undefined ? null : <p>Message {entry.messageId} at the service</p>}
        </details>
      ) : null}
    </Dialog>
  );
}
