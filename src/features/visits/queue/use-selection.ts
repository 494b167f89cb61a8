import { useCallback, useMemo, useState } from "react";
import { useNewest } from "#room/ui/use-newest.ts";
import type { ListRow } from "#room/features/visits/list/list-row.ts";

const none: readonly ListRow[] = [];

export type Selection = ReturnType<typeof useSelection>;

/** The selected rows. Rows hidden by filters do not count: nothing unseen is sent. */
export function useSelection(rows: readonly ListRow[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const inSight = useMemo(
    () => (chosen.size === 0 ? none : rows.filter((row) => chosen.has(row.eventId))),
    [rows, chosen],
  );
  const ids = useMemo(() => new Set(inSight.map((row) => row.eventId)), [inSight]);
  const newest = useNewest(rows);
  const toggle = useCallback((eventId: string) => {
    setAnchor(eventId);
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(eventId)) next.add(eventId);
      return next;
    });
  }, []);
  const extendTo = useCallback(
    (eventId: string) => {
      const all = newest.current;
      const to = all.findIndex((row) => row.eventId === eventId);
      const from = anchor === undefined ? to : all.findIndex((row) => row.eventId === anchor);
      if (to === -1) return;
      const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      setChosen((before) => {
        const next = new Set(before);
        for (const row of all.slice(first, last + 1)) next.add(row.eventId);
        return next;
      });
    },
    [newest, anchor],
  );
  const selectAll = useCallback(() => setChosen(new Set(newest.current.map((row) => row.eventId))), [newest]);
  const clear = useCallback(() => setChosen(new Set()), []);
  return useMemo(
    () => ({ ids, rows: inSight, toggle, extendTo, selectAll, clear }),
    [ids, inSight, toggle, extendTo, selectAll, clear],
  );
}
