import type { KeyboardEvent } from "react";
import { useServiceConfig } from "#room/api/service-config.ts";
import { attachmentBudget, usualLimits } from "#room/features/messages/attachments/attachment-budget.ts";
import { useOwnDomains } from "#room/features/messages/own-address.ts";
import { RichEditor } from "#room/features/messages/rich/rich-editor.tsx";
import { WrittenCodes } from "#room/features/messages/selected-code/written-codes.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { AttachmentTray } from "./attachment-tray.tsx";
import { ComposerFoot } from "./composer-foot.tsx";
import styles from "./composer.module.css";
import { PlainEditor } from "./plain-editor.tsx";
import type { SendFault } from "./send-checks.ts";
import { Recipients } from "./recipients.tsx";
import { SendQuestions } from "./send-questions.tsx";
import { switchMode } from "./switch-mode.ts";
import { SubjectField } from "./subject-field.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useSend } from "./use-send.ts";
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

/** The composer's fields. */
export function ComposerForm({ draftId, composer, shown, refused, onSend, onDiscard }: ComposerFormProps) {
  const { state, generation } = shown;
  const { change, save } = composer;
  const { limits } = useServiceConfig();
  const ownDomains = useOwnDomains();
  const files = useAttachments(draftId, composer);
  const drop = useFileDrop(files.add);

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
  const { faults, send, isSending, questions, sendAnyway, closeQuestions } = useSend({
    state,
    refused,
    context,
    change,
    isReading: files.readings.length > 0,
    onSend,
  });
  const errorOf = (field: SendFault["field"]) => faults.find((fault) => fault.field === field)?.message;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    // What is heard here comes up from its fields: Ctrl+Enter, files dropped and pasted.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.form}
      data-dragged={drop.isDraggedOver || undefined}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      {...drop.handlers}
    >
      {save.at === "failed" ? (
        <Banner tone="bad" role="alert" title="This draft isn't saved">
          {save.message} Your text stays here as long as this page is open.
        </Banner>
      ) : null}
      <Recipients state={state} ownDomains={ownDomains} errorOf={errorOf} change={change} />
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
      <SendQuestions questions={questions} onSend={sendAnyway} onClose={closeQuestions} />
    </form>
  );
}
