import { useCallback, useMemo, useState } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";

const none: ReadonlySet<number> = new Set();

/** Which rows are chosen. One that left the list no longer is. */
export function useChosen(rows: readonly MailboxSummary[]) {
  const [kept, setKept] = useState(none);
  const ids = useMemo(
    () =>
      kept.size === 0
        ? none
        : new Set(rows.flatMap(({ messageId }) => (kept.has(messageId) ? [messageId] : []))),
    [kept, rows],
  );
  const toggle = useCallback((id: number) => {
    setKept((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setKept(none), []);
  return {
    ids,
    toggle,
    clear,
    /** Adds all rows between these two, both included. */
    extend(from: number, to: number) {
      const [first = -1, last = -1] = [from, to]
        .map((id) => rows.findIndex((row) => row.messageId === id))
        .toSorted((a, b) => a - b);
      if (first < 0) return;
      setKept((old) => new Set([...old, ...rows.slice(first, last + 1).map((row) => row.messageId)]));
    },
    all: () => setKept(new Set(rows.map((row) => row.messageId))),
  };
}
