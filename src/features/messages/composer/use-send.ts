import { useState } from "react";
import { withPendingTaken } from "./composer-state.ts";
import { type SendContext, type SendFault, type SendQuestion, sendQuestions } from "./send-checks.ts";
import type { Composer } from "./use-composer.ts";

interface SendOptions {
  readonly composer: Composer;
  /** The service's refusals, by field. */
  readonly refused: readonly SendFault[];
  readonly context: SendContext;
  /** A file is being read. */
  readonly isReading: boolean;
  readonly onSend: () => Promise<void>;
}

/** Sending: errors stop it, doubts are asked about once, then the message is sent. */
export function useSend({ composer, refused, context, isReading, onSend }: SendOptions) {
  const { form, isFaulty, change } = composer;
  const { getValues, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const [questions, setQuestions] = useState<readonly SendQuestion[]>([]);
  const errorOf = (field: SendFault["field"]) =>
    isFaulty ? errors[field]?.message : refused.find((fault) => fault.field === field)?.message;

  const leave = handleSubmit(onSend);
  const submit = handleSubmit(async (ready) => {
    if (isReading) return;
    const doubts = sendQuestions(ready, context);
    if (doubts.length > 0) setQuestions(doubts);
    else await onSend();
  });
  const send = () => {
    const typed = getValues();
    const ready = withPendingTaken(typed);
    if (ready !== typed) change(() => ready);
    void submit();
  };
  const sendAnyway = () => {
    const ids = questions.map((question) => question.id);
    setQuestions([]);
    change((old) => ({ ...old, asked: [...new Set([...old.asked, ...ids])] }));
    void leave();
  };
  return {
    errorOf,
    send,
    isSending: isSubmitting,
    questions,
    sendAnyway,
    closeQuestions: () => setQuestions([]),
  };
}
