import { fewAtATime } from "#room/api/few-at-a-time.ts";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { type MarkChange, withChangeAt } from "./mark-change.ts";

interface Mark {
  readonly ids: ReadonlySet<number>;
  readonly change: MarkChange;
}

/** In the order in which they were made. */
const underWay = new Set<Mark>();
const oneAtATime = fewAtATime(1);

/** What a look at the service brought, with the marks that it could not know of yet. */
export function withMarksUnderWay(summaries: MailboxSummary[]): MailboxSummary[] {
  return [...underWay].reduce((all, { ids, change }) => withChangeAt(all, ids, change), summaries);
}

/** Makes a mark after those before it have been answered, since the service takes two calls in any order. */
export async function inTurn<T>(
  ids: readonly number[],
  change: MarkChange,
  make: () => Promise<T>,
): Promise<T> {
  const mark = { ids: new Set(ids), change };
  underWay.add(mark);
  try {
    return await oneAtATime(make);
  } finally {
    underWay.delete(mark);
  }
}
