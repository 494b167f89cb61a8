import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { type MarkChange, withChangeAt } from "./mark-change.ts";

interface Mark {
  readonly ids: ReadonlySet<number>;
  readonly change: MarkChange;
}

/** In the order in which they were made. */
const underWay = new Set<Mark>();
const waiting = new Set<() => void>();
let last: Promise<unknown> = Promise.resolve();

/** A page that is left waits for no answer: what has its turn later, such as an undo, is made in that moment. */
export function makeAllNow(): void {
  for (const go of waiting) go();
}

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
  const before = last;
  const turn = new Promise<void>((resolve) => {
    const go = () => {
      waiting.delete(go);
      resolve();
    };
    waiting.add(go);
    void before.then(go);
  }).then(make);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    underWay.delete(mark);
  }
}
