import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useAnswer } from "#room/features/messages/reading/use-answer.ts";
import { useCommands } from "#room/ui/commands.ts";

interface AnswerKeysProps {
  readonly messageId: number;
  readonly summary: MailboxSummary | undefined;
}

/** The message under the cursor is answered without being opened: what is typed after the key is for the answer. */
export function AnswerKeys({ messageId, summary }: AnswerKeysProps) {
  const { isBusy, answer } = useAnswer(messageId, summary);
  const command = (kind: "reply" | "reply-all" | "forward", title: string, keys: string) => ({
    id: `messages.${kind}`,
    title,
    keys,
    group: "Message",
    isEnabled: !isBusy,
    run: () => answer(kind),
  });
  useCommands([
    command("reply", "Reply", "r"),
    command("reply-all", "Reply all", "a"),
    command("forward", "Forward", "f"),
  ]);
  return null;
}
