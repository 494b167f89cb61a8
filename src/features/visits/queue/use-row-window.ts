import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

interface RowWindow {
  readonly rows: readonly VisitSummary[];
  readonly active: number;
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Where the list stands at first. */
  readonly top: number;
}

const overscan = { near: 8, jumped: 2 } as const;

/** Who drags the scrollbar sees other rows at each frame: what is around them is drawn once it rests. */
class Window {
  #start = 0;
  #end = 0;

  /** So many rows are drawn before and behind those in sight. */
  around(start: number, end: number): number {
    const isJump = start > this.#end || end < this.#start;
    this.#start = start;
    this.#end = end;
    return isJump ? overscan.jumped : overscan.near;
  }
}

/**
 * The rows in sight, and the active one wherever it stands. They are known by their places: a function for their keys has
 * the library go through all of them at each frame, 50,000 in 10 ms (`npm run bench -- queue-service`).
 */
export function useRowWindow({ rows, active, rowHeight, scroller, top }: RowWindow) {
  const [window] = useState(() => new Window());
  // oxlint-disable-next-line react/incompatible-library -- nothing that it gives is handed to a memoized part
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialOffset: top,
    // The active row stays in the document when it is scrolled away, so that the focus is not lost.
    rangeExtractor: ({ startIndex, endIndex, count }) => {
      const around = window.around(startIndex, endIndex);
      const first = Math.max(0, startIndex - around);
      const last = Math.min(count - 1, endIndex + around);
      const shown = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (active < first && count > 0) shown.unshift(active);
      else if (active > last && active < count) shown.push(active);
      return shown;
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return { virtualizer, items: virtualizer.getVirtualItems() };
}
