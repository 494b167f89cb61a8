import type { MailboxSummary } from "#room/contract/operations/messages.ts";

function equal(a: MailboxSummary, b: MailboxSummary): boolean {
  return (
    a.subject === b.subject &&
    a.from === b.from &&
    a.dateReceived === b.dateReceived &&
    a.messageSize === b.messageSize &&
    a.hasAttachments === b.hasAttachments
  );
}

/**
 * The new answer with every known summary as the same object, so that what was computed for it stays valid; the old
 * array itself if nothing changed.
 */
export function mergeSummaries(
  before: MailboxSummary[] | undefined,
  answer: MailboxSummary[],
): MailboxSummary[] {
  if (before === undefined || before.length === 0) return answer;
  const idAt = (list: readonly MailboxSummary[], at: number) => list[at]?.messageId;
  const shift = before.length - answer.length;
  // Most answers differ from the last only by a few new ones at the top; the rest is matched by position.
  let head = 0;
  while (head < answer.length && idAt(answer, head) === idAt(before, head)) head += 1;
  let tail = answer.length;
  while (tail > head && tail + shift > head && idAt(answer, tail - 1) === idAt(before, tail + shift - 1))
    tail -= 1;
  const known = new Map(before.slice(head, tail + shift).map((summary) => [summary.messageId, summary]));
  let same = shift === 0;
  const merged = answer.map((summary, at) => {
    const old = at < head ? before[at] : at < tail ? known.get(summary.messageId) : before[at + shift];
    const kept = old !== undefined && equal(old, summary) ? old : summary;
    if (same && before[at] !== kept) same = false;
    return kept;
  });
  return same ? before : merged;
}
