import type { MessageSummary } from "#room/contract/operations/list-message-summaries.ts";

function equal(a: MessageSummary, b: MessageSummary): boolean {
  return (
    a.subject === b.subject &&
    a.from === b.from &&
    a.dateReceived === b.dateReceived &&
    a.messageSize === b.messageSize &&
    a.hasAttachments === b.hasAttachments
  );
}

/**
 * The new answer with every summary that was there before as the same object, so that what was prepared for it stays;
 * the old array itself when nothing changed at all.
 */
export function mergeSummaries(
  before: readonly MessageSummary[] | undefined,
  answer: readonly MessageSummary[],
): readonly MessageSummary[] {
  if (before === undefined || before.length === 0) return answer;
  const known = new Map(before.map((summary) => [summary.messageId, summary]));
  let same = before.length === answer.length;
  const merged = answer.map((summary, at) => {
    const old = known.get(summary.messageId);
    const kept = old !== undefined && equal(old, summary) ? old : summary;
    if (same && before[at] !== kept) same = false;
    return kept;
  });
  return same ? before : merged;
}
