import { type KeyboardEvent, useRef, type ClipboardEvent, type DragEvent, useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { attachmentBudget } from "#room/features/messages/attachments/attachment-budget.ts";
import type { FocusTarget } from "#room/features/forms/focus-target.ts";
import type { WritingField } from "#room/features/messages/rich/writing-field.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { AnsweringNote } from "#room/features/messages/shared/answering-note.tsx";
import { WrittenCodes } from "#room/features/messages/selected-code/written-codes.tsx";
import { Banner } from "#room/ui/banner.tsx";
import { contentOfLines } from "#room/features/messages/rich/text-lines.ts";
import { AttachmentTray } from "./attachment-tray.tsx";
import { ComposerFoot } from "./composer-foot.tsx";
import styles from "./composer.module.css";
import { FromField } from "./from-field.tsx";
import { InsertWords } from "./insert-words.tsx";
import { MessageText } from "./message-text.tsx";
import type { SendContext, SendFault } from "./send-checks.ts";
import { Recipients } from "./recipients.tsx";
import type { ComposerState } from "./composer-state.ts";
import { SubjectField } from "./subject-field.tsx";
import { useSend } from "./use-send.ts";
import { useAttachments } from "./use-attachments.ts";
import type { Composer } from "./use-composer.ts";

const SendQuestions = lateDialog(async () => (await import("./send-questions.tsx")).SendQuestions);

/** Files dropped on a form or pasted into it. */
function useFileDrop(add: (files: File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop(event: DragEvent) {
      setDraggedOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add([...event.dataTransfer.files]);
    },
    onPaste(event: ClipboardEvent) {
      if (event.clipboardData.files.length === 0 || event.defaultPrevented) return;
      // Otherwise the browser would insert a pasted picture into the text.
      event.preventDefault();
      add([...event.clipboardData.files]);
    },
  };
  return { isDraggedOver, handlers };
}

/** To plain: formatting is dropped. To rich: each line becomes a paragraph. */
function switchMode(state: ComposerState, mode: ComposerState["mode"]): ComposerState {
  if (mode === state.mode) return state;
  return { ...state, mode, html: mode === "plain" ? "" : contentOfLines(state.text).html };
}

export interface ComposerFormProps {
  draftId: string;
  composer: Composer;
  context: SendContext;
  /** A new number means the content was replaced since the editor started. */
  generation: number;
  /** The service's refusals, by field. */
  refused: readonly SendFault[];
  /** The refusal above says who has answered. */
  isAnswerTold: boolean;
  onSend(): Promise<void>;
  onDiscard(): void;
}

export function ComposerForm(props: ComposerFormProps) {
  const { draftId, composer, context, generation, refused, onSend, onDiscard } = props;
  const { state, change, save } = composer;
  const files = useAttachments(draftId, composer);
  const drop = useFileDrop(files.add);
  const field = useRef<WritingField>(null);
  const to = useRef<FocusTarget>(null);
  const cc = useRef<FocusTarget>(null);
  const bcc = useRef<FocusTarget>(null);
  const subject = useRef<HTMLInputElement>(null);

  const bodyBytes = (state.html.length + state.text.length) * 2;
  const budget = attachmentBudget(state.attachments, bodyBytes, context.limits);
  const { errorOf, send, isSending, questions, sendAnyway, closeQuestions } = useSend({
    composer,
    refused,
    context,
    fields: { to, cc, bcc, subject, text: field },
    generation,
    isReading: files.readings.length > 0,
    onSend,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // Keys in the form's own menus and dialogs bubble up to here as well.
    const isOurs = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (isOurs && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
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
      {save.kind === "failed" ? (
        <Banner tone="bad" role="alert" title="This draft isn’t saved">
          {describeFailure(save.error).detail} Your text stays here as long as this page is open.
        </Banner>
      ) : null}
      {state.inReplyTo === undefined || state.isForward ? null : (
        <AnsweringNote messageId={state.inReplyTo} isTold={props.isAnswerTold} />
      )}
      <FromField composer={composer} />
      <Recipients composer={composer} reach={context} errorOf={errorOf} fields={{ to, cc, bcc }} />
      <SubjectField
        ref={subject}
        value={state.subject}
        onChange={(typed) => change((old) => ({ ...old, subject: typed }))}
        limit={context.subjectLimit}
        error={errorOf("subject")}
      />
      <WrittenCodes field={field} others={<InsertWords composer={composer} field={field} />}>
        <MessageText ref={field} composer={composer} generation={generation} error={errorOf("text")} />
      </WrittenCodes>
      <AttachmentTray attachments={state.attachments} files={files} budget={budget} />
      {errorOf("attachments") ? (
        <p role="alert" className="bad small">
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
      {questions.length > 0 ? (
        <SendQuestions questions={questions} onSend={sendAnyway} onClose={closeQuestions} />
      ) : null}
    </form>
  );
}
