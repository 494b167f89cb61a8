import type { MessageSummary } from "#room/contract/operations/messages.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
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
    dateReceived: wireDateTimeOf(new Date(receivedAt)),
    messageSize: size,
    hasAttachments,
  };
}

/** A message that was found among those received and sent. */
export function foundSummaryOf(record: FoundMessage) {
  const { sentTo, sentBy } = record;
  return {
    ...summaryOf(record),
    ...marksOf(record),
    ...(sentTo === undefined ? {} : { sentTo: [...sentTo] }),
    ...(sentBy === undefined ? {} : { sentBy }),
  };
}

/** What the interface's own summary does not have. */
export function marksOf({ isRead, isArchived, labels, preview, threadId, shared }: SummaryRecord) {
  return {
    isRead,
    isArchived,
    labels: [...labels],
    threadId,
    ...(preview === undefined ? {} : { preview }),
    ...(shared === undefined ? {} : { shared: sharedLetterOf(shared) }),
  };
}

export function sharedLetterOf({
  address,
  readBy,
  takenBy,
  answering,
  answered,
  archivedBy,
}: SharedState): SharedLetter {
  return {
    address,
    readBy: [...readBy],
    ...(takenBy === undefined ? {} : { takenBy }),
    ...(answering ? { answeringBy: answering.by, answeringUntil: wireInstant(answering.until) } : {}),
    ...(answered ? { answeredBy: answered.by, answeredAt: wireInstant(answered.at) } : {}),
    ...(archivedBy === undefined ? {} : { archivedBy }),
  };
}
