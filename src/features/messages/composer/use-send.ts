import { type RefObject, useState } from "react";
import type { FocusTarget } from "#room/features/forms/focus-target.ts";
import { recipientFields, withPendingTaken } from "./composer-state.ts";
import {
  type SendContext,
  type SendFault,
  type SendQuestion,
  sendFaults,
  sendQuestions,
} from "./send-checks.ts";
import type { Composer } from "./use-composer.ts";

type WrittenField = Exclude<SendFault["field"], "attachments">;

const inOrder: readonly WrittenField[] = [...recipientFields, "subject", "text"];

interface SendOptions {
  readonly composer: Composer;
  /** The service's refusals, by field. */
  readonly refused: readonly SendFault[];
  readonly context: SendContext;
  readonly fields: Readonly<Record<WrittenField, RefObject<FocusTarget | null>>>;
  readonly generation: number;
  readonly isReading: boolean;
  readonly onSend: () => Promise<void>;
}

/** Sending: errors stop it, doubts are asked about once, then the message is sent. */
export function useSend(options: SendOptions) {
  const { composer, refused, context, fields, generation, isReading, onSend } = options;
  const { state, latest, change } = composer;
  const [questions, setQuestions] = useState<readonly SendQuestion[]>([]);
  const [isSending, setSending] = useState(false);
  // Sending was tried and found errors: from then on they update with typing. Before that, an empty form shows none.
  const [faulty, setFaulty] = useState<number>();
  const faults = faulty === generation ? sendFaults(state, context) : refused;
  const errorOf = (field: SendFault["field"]) => faults.find((fault) => fault.field === field)?.message;

  const isReady = () => {
    const found = sendFaults(latest(), context);
    setFaulty(found.length > 0 ? generation : undefined);
    const first = inOrder.find((name) => found.some(({ field }) => field === name));
    if (first) fields[first].current?.focus();
    return found.length === 0;
  };
  const leave = async () => {
    if (!isReady()) return;
    setSending(true);
    await onSend().finally(() => setSending(false));
  };
  const send = () => {
    const typed = latest();
    const ready = withPendingTaken(typed);
    if (ready !== typed) change(() => ready);
    if (!isReady() || isReading) return;
    const doubts = sendQuestions(latest(), context);
    if (doubts.length > 0) setQuestions(doubts);
    else void leave();
  };
  const sendAnyway = () => {
    const ids = questions.map((question) => question.id);
    setQuestions([]);
    change((old) => ({ ...old, asked: [...new Set([...old.asked, ...ids])] }));
    void leave();
  };
  return { errorOf, send, isSending, questions, sendAnyway, closeQuestions: () => setQuestions([]) };
}
