import type { MessageSummary } from "#room/contract/operations/messages.ts";
import type { FoundMessage } from "#room/server/store/search-messages.ts";
import type { SharedLetter } from "#room/contract/schemas/shared-letter.ts";
import type { SharedState } from "#room/server/store/shared-letters.ts";
import { wireInstant } from "./visit-answer.ts";
import type { SummaryRecord } from "#room/server/store/mailboxes.ts";

export function summaryOf(record: SummaryRecord): MessageSummary {
  const { messageId, subject, sender, receivedAt, size, hasAttachments } = record;
  return {
    messageId,
    subject,
    from: sender,
    dateReceived: wireInstant(receivedAt),
    messageSize: size,
    hasAttachments,
  };
}

/** A message that was found among those received and sent. */
export function foundSummaryOf(record: FoundMessage) {
  const { sentTo, sentBy } = record;
  return { ...summaryOf(record), ...marksOf(record), sentTo: sentTo && [...sentTo], sentBy };
}

/** What the interface's own summary does not have. */
export function marksOf({ isRead, isArchived, labels, preview, threadId, shared }: SummaryRecord) {
  const letter = shared && sharedLetterOf(shared);
  return { isRead, isArchived, labels: [...labels], threadId, preview, shared: letter };
}

export function sharedLetterOf({ readBy, answering, answered, ...letter }: SharedState): SharedLetter {
  return {
    ...letter,
    readBy: [...readBy],
    answeringBy: answering?.by,
    answeringUntil: wireInstant(answering?.until),
    answeredBy: answered?.by,
    answeredAt: wireInstant(answered?.at),
  };
}
