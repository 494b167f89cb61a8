import { useEffect } from "react";
import { useOwnMessages, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { replyKeyOf } from "./attention.ts";
import { askAgainMs, useSentAnswers } from "./use-sent-answers.ts";

/** Messages that got no answer, and what the service says about them if it can be asked. */
export function useUnknownLetters() {
  const unknown = useOwnMessages().filter((entry) => entry.state === "unknown" && !entry.queued);
  return useSentAnswers(unknown, () => askAgainMs);
}

/** Records messages that the service turns out to have. Mounted once in the frame. */
export function useSettledByService(): void {
  const { known } = useUnknownLetters();
  const { messages } = useWorkspace();
  useEffect(() => {
    const isUnknown = (entry: MessageEntry) => entry.state === "unknown" && !entry.queued;
    for (const entry of messages.list()) {
      const sent = isUnknown(entry) ? known?.get(replyKeyOf(entry)) : undefined;
      if (!sent) continue;
      const learned = { arrived: true, by: "service", messageId: sent.messageId } as const;
      // If it cannot be saved now, the next answer tries again.
      messages.settle(entry.id, learned).catch(() => undefined);
    }
  }, [known, messages]);
}
