import { useMemo, useState } from "react";

const none: readonly never[] = [];

export type Selection<Row, Id> = ReturnType<typeof useSelection<Row, Id>>;

/**
 * The selected rows of a list. One that left the list, or that filters hide, does not count: nothing unseen is acted on.
 *
 * @param idOf the same function on each render
 */
export function useSelection<Row, Id>(rows: readonly Row[], idOf: (row: Row) => Id) {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [anchor, setAnchor] = useState<Id>();
  const inSight = useMemo(
    () => (chosen.size === 0 ? none : rows.filter((row) => chosen.has(idOf(row)))),
    [rows, chosen, idOf],
  );
  const ids = useMemo(() => new Set(inSight.map(idOf)), [inSight, idOf]);
  const toggle = (id: Id) => {
    setAnchor(id);
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  /** Adds all rows from the one selected last, or from that one, to this one. */
  const extendTo = (id: Id, start = anchor) => {
    const all = rows.map(idOf);
    const to = all.indexOf(id);
    if (to === -1) return;
    const from = start === undefined ? -1 : all.indexOf(start);
    if (from === -1) setAnchor(id);
    const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
    setChosen((before) => new Set([...before, ...all.slice(first, last + 1)]));
  };
  const selectAll = () => setChosen(new Set(rows.map(idOf)));
  const clear = () => {
    setAnchor(undefined);
    setChosen(new Set());
  };
  return { ids, rows: inSight, toggle, extendTo, selectAll, clear };
}
