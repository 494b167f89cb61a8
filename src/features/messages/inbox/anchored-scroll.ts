import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";

interface Options {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly MailboxSummary[];
  rowHeight: number;
  /** The user is working in the list, so that it must not move even at the top. */
  isHeld: boolean;
}

/** The newest one's date, as text that sorts by time. */
const newestOf = (rows: readonly MailboxSummary[], than = "") =>
  rows.reduce(
    (newest, { dateReceived }) => (dateReceived && dateReceived > newest ? dateReceived : newest),
    than,
  );

/**
 * Keeps the visible rows in place when new ones arrive above them, or come back there. Returns how many have arrived
 * unseen since the top was last visible.
 */
export function useAnchoredScroll({ scroller, rows, rowHeight, isHeld }: Options): number {
  const [arrived, setArrived] = useState(0);
  const before = useRef(rows);
  const newest = useRef("");

  useLayoutEffect(() => {
    const old = before.current;
    const element = scroller.current;
    before.current = rows;
    newest.current = newestOf(old, newest.current);
    if (!element || old === rows || old.length === 0) return;
    const anchor = old[Math.floor(element.scrollTop / rowHeight)];
    if (!anchor || rows.length <= old.length) return;
    const added = rows.length - old.length;
    // Applies only to rows that arrived before the anchor, not to a search or a new sort order.
    const offset = old.indexOf(anchor);
    if (rows[offset + added]?.messageId !== anchor.messageId) return;
    const isNew = ({ dateReceived }: MailboxSummary) => dateReceived && dateReceived > newest.current;
    const arrivals = rows.slice(0, offset + added).filter(isNew).length;
    if (element.scrollTop === 0 && !(isHeld && arrivals > 0)) return;
    element.scrollBy({ top: added * rowHeight });
    // A short list has nowhere to scroll to: those in sight need no telling.
    const hidden = Math.floor(element.scrollTop / rowHeight);
    setArrived((count) => Math.min(count + arrivals, hidden));
  }, [rows, rowHeight, isHeld, scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || arrived === 0) return undefined;
    const look = () => {
      const hidden = Math.floor(element.scrollTop / rowHeight);
      setArrived((count) => Math.min(count, hidden));
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [arrived, rowHeight, scroller]);
  return arrived;
}
