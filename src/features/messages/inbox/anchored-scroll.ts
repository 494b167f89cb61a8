import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";

interface Options {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly MailboxSummary[];
  rowHeight: number;
  /** The user is working in the list, so that it must not move even at the top. */
  isHeld: boolean;
}

/**
 * Keeps the visible rows in place when new ones arrive above them. Returns how many have arrived unseen since the top
 * was last visible.
 */
export function useAnchoredScroll({ scroller, rows, rowHeight, isHeld }: Options): number {
  const [arrived, setArrived] = useState(0);
  const before = useRef(rows);

  useLayoutEffect(() => {
    const old = before.current;
    const element = scroller.current;
    before.current = rows;
    if (!element || old === rows || old.length === 0) return;
    const anchor = old[Math.floor(element.scrollTop / rowHeight)];
    if (!anchor || rows.length <= old.length) return;
    const added = rows.length - old.length;
    // Applies only to rows that arrived before the anchor, not to a search or a new sort order.
    const offset = old.indexOf(anchor);
    if (rows[offset + added]?.messageId !== anchor.messageId || (element.scrollTop === 0 && !isHeld)) return;
    element.scrollBy({ top: added * rowHeight });
    setArrived((count) => count + added);
  }, [rows, rowHeight, isHeld, scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || arrived === 0) return undefined;
    const look = () => {
      if (element.scrollTop < rowHeight) setArrived(0);
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [arrived, rowHeight, scroller]);
  return arrived;
}
