import { type DragEvent, type KeyboardEvent, useMemo, useState } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { attachmentBudget, usualLimits } from "#room/features/messages/attachments/attachment-budget.ts";
import { useOwnDomains } from "#room/features/messages/own-address.ts";
import { RichEditor } from "#room/features/messages/rich/rich-editor.tsx";
import { WrittenCodes } from "#room/features/messages/selected-code/written-codes.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { AddressField } from "./address-field.tsx";
import { AttachmentTray } from "./attachment-tray.tsx";
import { ComposerFoot } from "./composer-foot.tsx";
import {
  type ComposerState,
  type RecipientField,
  recipientFields,
  withPendingTaken,
  withRecipients,
} from "./composer-state.ts";
import styles from "./composer.module.css";
import { PlainEditor } from "./plain-editor.tsx";
import { type SendFault, sendFaults, type SendQuestion, sendQuestions } from "./send-checks.ts";
import { SendQuestions } from "./send-questions.tsx";
import { SubjectField } from "./subject-field.tsx";
import { useContacts } from "./use-contacts.ts";
import { useAttachments } from "./use-attachments.ts";
import type { DraftOnShow } from "./draft-writer.ts";
import type { Composer } from "./use-composer.ts";

export interface ComposerFormProps {
  draftId: string;
  composer: Composer;
  shown: DraftOnShow;
  /** What the service refused, at its fields. */
  refused: readonly SendFault[];
  onSend(): Promise<void>;
  onDiscard(): void;
}

const labels = { to: "To", cc: "Cc", bcc: "Bcc" } as const;

/** The composer's fields. */
export function ComposerForm({ draftId, composer, shown, refused, onSend, onDiscard }: ComposerFormProps) {
  const { state, generation } = shown;
  const { change, save } = composer;
  const contacts = useContacts();
  const { limits } = useServiceConfig();
  const ownDomains = useOwnDomains();
  const files = useAttachments(draftId, composer);
  const [ownFaults, setOwnFaults] = useState<readonly SendFault[]>();
  const [questions, setQuestions] = useState<readonly SendQuestion[]>([]);
  const [isSending, setSending] = useState(false);
  const [isDraggedOver, setDraggedOver] = useState(false);

  const context = {
    ownDomains,
    subjectLimit: limits.subject ?? 255,
    limits: {
      attachment: limits.attachment ?? usualLimits.attachment,
      request: limits.sendMessageBody ?? usualLimits.request,
    },
  };
  const bodyBytes = (state.html.length + state.text.length) * 2;
  const budget = attachmentBudget(state.attachments, bodyBytes, context.limits);
  // Once a send was tried, the faults follow what is typed; before that nobody is blamed for an empty form.
  const faults = ownFaults === undefined ? refused : sendFaults(state, context);
  const errorOf = (field: SendFault["field"]) => faults.find((fault) => fault.field === field)?.message;
  const taken = useMemo(
    () =>
      new Set(recipientFields.flatMap((field) => state[field].map((entry) => entry.address.toLowerCase()))),
    [state],
  );

  const leave = async () => {
    setSending(true);
    try {
      await onSend();
    } finally {
      setSending(false);
    }
  };
  const send = () => {
    const ready = withPendingTaken(state);
    if (ready !== state) change(() => ready);
    const found = sendFaults(ready, context);
    setOwnFaults(found.length > 0 ? found : undefined);
    if (found.length > 0 || files.readings.length > 0) return;
    const doubts = sendQuestions(ready, ownDomains);
    if (doubts.length > 0) setQuestions(doubts);
    else void leave();
  };
  const sendAnyway = () => {
    const ids = questions.map((question) => question.id);
    setQuestions([]);
    change((old) => ({ ...old, asked: [...new Set([...old.asked, ...ids])] }));
    void leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  const onDrop = (event: DragEvent) => {
    setDraggedOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    files.add([...event.dataTransfer.files]);
  };

  return (
    // What is heard here comes up from its fields: Ctrl+Enter, files dropped and pasted.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.form}
      data-dragged={isDraggedOver || undefined}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={onDrop}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0 || event.defaultPrevented) return;
        // Else the browser would put a pasted picture into the text.
        event.preventDefault();
        files.add([...event.clipboardData.files]);
      }}
    >
      {save.at === "failed" ? (
        <Banner tone="bad" role="alert" title="This draft isn't saved">
          {save.message} Your text stays here as long as this page is open.
        </Banner>
      ) : null}
      {recipientFields.map((field: RecipientField) => (
        <AddressField
          key={field}
          label={labels[field]}
          entries={state[field]}
          pending={state.pending[field]}
          contacts={contacts}
          taken={taken}
          ownDomains={ownDomains}
          error={errorOf(field)}
          startsHere={field === "to" && state.to.length === 0}
          onPending={(text) => change((old) => ({ ...old, pending: { ...old.pending, [field]: text } }))}
          onAdd={(text) => change((old) => withRecipients(old, field, text))}
          onRemove={(at) =>
            change((old) => ({ ...old, [field]: old[field].filter((_, index) => index !== at) }))
          }
        />
      ))}
      <SubjectField
        value={state.subject}
        limit={context.subjectLimit}
        error={errorOf("subject")}
        onChange={(subject) => change((old) => ({ ...old, subject }))}
      />
      <WrittenCodes>
        {state.mode === "rich" ? (
          <RichEditor
            key={generation}
            label="Message"
            initialHtml={state.html}
            error={errorOf("message")}
            startsHere={state.to.length > 0 && state.text !== ""}
            onChange={(content) => change((old) => ({ ...old, ...content }))}
          />
        ) : (
          <PlainEditor
            value={state.text}
            error={errorOf("message")}
            onChange={(text) => change((old) => ({ ...old, text }))}
          />
        )}
      </WrittenCodes>
      <AttachmentTray
        attachments={state.attachments}
        readings={files.readings}
        budget={budget}
        onFiles={files.add}
        onRemove={files.remove}
      />
      {errorOf("attachments") ? (
        <p role="alert" className={styles.error}>
          {errorOf("attachments")}
        </p>
      ) : null}
      <ComposerFoot
        state={state}
        save={save}
        isBusy={isSending || files.readings.length > 0}
        onSend={send}
        onDiscard={onDiscard}
        onMode={(mode) => change((old) => switchMode(old, mode))}
      />
      <SendQuestions questions={questions} onSend={sendAnyway} onClose={() => setQuestions([])} />
    </form>
  );
}

/** To plain: the text stays, the forms go. To rich: each line becomes a paragraph, made by the editor itself. */
function switchMode(state: ComposerState, mode: ComposerState["mode"]): ComposerState {
  if (mode === "plain") return { ...state, mode, html: "" };
  const holder = document.createElement("div");
  for (const line of state.text.split("\n")) {
    const paragraph = document.createElement("p");
    if (line === "") paragraph.append(document.createElement("br"));
    else paragraph.textContent = line;
    holder.append(paragraph);
  }
  return { ...state, mode, html: holder.innerHTML };
}
