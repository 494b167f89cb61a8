import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useAnswer, useAnswerKeys } from "#room/features/messages/reading/use-answer.ts";

interface AnswerKeysProps {
  readonly messageId: number;
  readonly summary: MailboxSummary | undefined;
}

/** The message under the cursor is answered without being opened. */
export function AnswerKeys({ messageId, summary }: AnswerKeysProps) {
  useAnswerKeys(useAnswer(messageId, summary));
  return null;
}
