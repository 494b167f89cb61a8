import { Link } from "@tanstack/react-router";
import type { SentMessageReply } from "#room/contract/operations/find-sent-messages.ts";
import type { MessageEntry } from "#room/workspace/messages/message-record.ts";
import { StateBadge, type Tone } from "#room/ui/state-badge.tsx";
import { messageWords } from "#room/features/messages/sent/delivery-words.ts";

const states: Record<MessageEntry["state"], [Tone, string]> = {
  draft: ["plain", "Draft"],
  refused: ["bad", "Rejected"],
  waiting: ["accent", "Waiting"],
  unknown: ["ask", "Not known"],
  sent: ["ok", "Sent"],
};

/** The delivery state if the service reports it, else that the service accepted it. */
export function StateOf({ entry, sent }: { entry: MessageEntry; sent: SentMessageReply | undefined }) {
  if (entry.state !== "sent" || sent === undefined)
    return <StateBadge tone={states[entry.state][0]}>{states[entry.state][1]}</StateBadge>;
  const { tone, words, noticeId } = messageWords(sent);
  return (
    <>
      <StateBadge tone={tone}>{words}</StateBadge>{" "}
      {noticeId === undefined ? null : (
        <Link to="/messages/$messageId" params={{ messageId: String(noticeId) }}>
          Notice
        </Link>
      )}
    </>
  );
}

export function peopleWords(to: readonly string[]): string {
  if (to.length === 0) return "nobody yet";
  return to.length <= 2 ? to.join(", ") : `${to[0]} and ${to.length - 1} more`;
}
