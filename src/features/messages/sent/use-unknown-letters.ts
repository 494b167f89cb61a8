import { useEffect } from "react";
import { useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { type SentAnswers, useSentAnswers } from "./use-sent-answers.ts";

const stillOpen = () => true;

/** Messages whose answer never came, and what the service says of them when it can be asked. */
export function useUnknownLetters(): SentAnswers {
  const unknown = useOwnMessages().filter((entry) => entry.state === "unknown" && !entry.queued);
  return useSentAnswers(unknown, stillOpen);
}

/** Takes down what the service has after all. Stands once in the frame. */
export function useSettledByService(): void {
  const { known } = useUnknownLetters();
  const { messages } = useWorkspace();
  useEffect(() => {
    const isUnknown = (entry: MessageEntry) => entry.state === "unknown" && !entry.queued;
    for (const entry of messages.list()) {
      const sent = isUnknown(entry) ? known?.get(entry.clientMessageId) : undefined;
      if (!sent) continue;
      const learned = { arrived: true, by: "service", messageId: sent.messageId } as const;
      // Learned again at the next answer when it cannot be kept now.
      messages.settle(entry.id, learned).catch(() => undefined);
    }
  }, [known, messages]);
}
