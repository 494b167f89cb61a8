import type { MailboxSummary } from "#room/contract/operations/messages.ts";

const facts = ["subject", "from", "dateReceived", "messageSize", "hasAttachments"] as const;

/**
 * The new answer with every known summary as the same object, so that what was computed for it stays valid; the old
 * array itself if nothing changed.
 */
export function mergeSummaries(
  before: MailboxSummary[] | undefined,
  answer: MailboxSummary[],
): MailboxSummary[] {
  const known = new Map(before?.map((summary) => [summary.messageId, summary]));
  const merged = answer.map((summary) => {
    const old = known.get(summary.messageId);
    return old && facts.every((fact) => old[fact] === summary[fact]) ? old : summary;
  });
  const isSame = merged.length === before?.length && merged.every((summary, at) => summary === before[at]);
  return isSame ? before : merged;
}
