import { useState } from "react";
import { type ComposerState, withPendingTaken } from "./composer-state.ts";
import { type SendFault, type SendQuestion, sendFaults, sendQuestions } from "./send-checks.ts";
import type { Composer } from "./use-composer.ts";

interface SendOptions {
  readonly state: ComposerState;
  /** What the service refused, at its fields. */
  readonly refused: readonly SendFault[];
  readonly context: Parameters<typeof sendFaults>[1];
  readonly change: Composer["change"];
  /** A file is being read. */
  readonly isReading: boolean;
  readonly onSend: () => Promise<void>;
}

/** Sending: faults stop it, doubts are asked about once, then the letter leaves. */
export function useSend({ state, refused, context, change, isReading, onSend }: SendOptions) {
  const { ownDomains } = context;
  const [ownFaults, setOwnFaults] = useState<readonly SendFault[]>();
  const [questions, setQuestions] = useState<readonly SendQuestion[]>([]);
  const [isSending, setSending] = useState(false);
  // Once a send was tried, the faults follow what is typed; before that nobody is blamed for an empty form.
  const faults = ownFaults === undefined ? refused : sendFaults(state, context);

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
    if (found.length > 0 || isReading) return;
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
  return { faults, send, isSending, questions, sendAnyway, closeQuestions: () => setQuestions([]) };
}
