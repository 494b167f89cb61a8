import { useCallback, useMemo, useState } from "react";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The selected rows that are in sight, in the order of the table. */
  readonly rows: readonly VisitSummary[];
  toggle(eventId: string): void;
  /** From the row that was chosen last to this one. */
  extendTo(eventId: string): void;
  selectAll(): void;
  clear(): void;
}

/** Which rows are selected. Rows that the filters hide do not count: nothing unseen is sent. */
export function useSelection(rows: readonly VisitSummary[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const inSight = useMemo(
    () => (chosen.size === 0 ? [] : rows.filter((row) => chosen.has(row.eventId))),
    [rows, chosen],
  );
  const ids = useMemo(() => new Set(inSight.map((row) => row.eventId)), [inSight]);
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
      const to = rows.findIndex((row) => row.eventId === eventId);
      const from = anchor === undefined ? to : rows.findIndex((row) => row.eventId === anchor);
      if (to === -1) return;
      const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
      setChosen((before) => {
        const next = new Set(before);
        for (const row of rows.slice(first, last + 1)) next.add(row.eventId);
        return next;
      });
    },
    [rows, anchor],
  );
  const selectAll = useCallback(() => setChosen(new Set(rows.map((row) => row.eventId))), [rows]);
  const clear = useCallback(() => setChosen(new Set()), []);
  return { ids, rows: inSight, toggle, extendTo, selectAll, clear };
}
