import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";
import type { ListRow } from "#room/features/visits/list/list-row.ts";

interface RowWindow {
  readonly rows: readonly ListRow[];
  readonly active: number;
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly top: number;
}

/** The head lies over the top of the rows, which moves them down by so much: the last one in sight needs the room. */
const headRoom = 40;
const overscan = { near: 8, jumped: 2 } as const;

/** While the scrollbar is dragged, rows change on every frame: overscan is rendered once it rests. */
class Window {
  #start = 0;
  #end = 0;

  around(start: number, end: number): number {
    const isJump = start > this.#end || end < this.#start;
    this.#start = start;
    this.#end = end;
    return isJump ? overscan.jumped : overscan.near;
  }
}

/**
 * The visible rows, and the active one wherever it is. Identified by index: a key function would make the library go
 * through all rows on each frame, 10 ms for 50,000 (`npm run bench -- queue-service`).
 */
export function useRowWindow({ rows, active, rowHeight, scroller, top }: RowWindow) {
  const [window] = useState(() => new Window());
  // oxlint-disable-next-line react/incompatible-library -- its results are not passed to a memoized component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialOffset: top,
    scrollPaddingEnd: headRoom,
    // Rows are rendered in a task of their own, after the frame that scrolled: one with both took up to 80 ms.
    useFlushSync: false,
    // The active row stays mounted when scrolled away, so that the focus is not lost.
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
