import { type KeyboardEvent, useCallback, useRef } from "react";
import { attachmentBudget } from "#room/features/messages/attachments/attachment-budget.ts";
import type { WritingField } from "#room/features/messages/rich/writing-field.ts";
import { WrittenCodes } from "#room/features/messages/selected-code/written-codes.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { AttachmentTray } from "./attachment-tray.tsx";
import { ComposerFoot } from "./composer-foot.tsx";
import styles from "./composer.module.css";
import { MessageText } from "./message-text.tsx";
import type { SendContext, SendFault } from "./send-checks.ts";
import { Recipients } from "./recipients.tsx";
import { SendQuestions } from "./send-questions.tsx";
import { switchMode } from "./switch-mode.ts";
import { SubjectField } from "./subject-field.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useSend } from "./use-send.ts";
import { useAttachments } from "./use-attachments.ts";
import type { Composer } from "./use-composer.ts";

export interface ComposerFormProps {
  draftId: string;
  composer: Composer;
  context: SendContext;
  /** A new number means the content was replaced since the editor started. */
  generation: number;
  /** The service's refusals, by field. */
  refused: readonly SendFault[];
  onSend(): Promise<void>;
  onDiscard(): void;
}

/** The composer's fields. */
export function ComposerForm(props: ComposerFormProps) {
  const { draftId, composer, context, generation, refused, onSend, onDiscard } = props;
  const { form, state, change, changed, save } = composer;
  const files = useAttachments(draftId, composer);
  const drop = useFileDrop(files.add);
  const field = useRef<WritingField>(null);
  const setField = useCallback((shown: WritingField | null) => {
    field.current = shown;
  }, []);

  const bodyBytes = (state.html.length + state.text.length) * 2;
  const budget = attachmentBudget(state.attachments, bodyBytes, context.limits);
  const { errorOf, send, isSending, questions, sendAnyway, closeQuestions } = useSend({
    composer,
    refused,
    context,
    isReading: files.readings.length > 0,
    onSend,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    // Events bubble up from its fields: Ctrl+Enter, files dropped and pasted.
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
        <Banner tone="bad" role="alert" title="This draft isn’t saved">
          {save.message} Your text stays here as long as this page is open.
        </Banner>
      ) : null}
      <Recipients composer={composer} reach={context} errorOf={errorOf} />
      <SubjectField
        {...form.register("subject", { onChange: changed })}
        length={state.subject.length}
        limit={context.subjectLimit}
        error={errorOf("subject")}
      />
      <WrittenCodes field={field}>
        <MessageText composer={composer} generation={generation} error={errorOf("text")} onField={setField} />
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
