import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect } from "react";

export interface RowWindow {
  /** Draw rows from `first` up to but excluding `end`. */
  first: number;
  end: number;
  scrollToRow(index: number): void;
}

/** Which rows of equal height are visible. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow {
  // oxlint-disable-next-line react/incompatible-library -- its results are not passed to a memoized component
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 5,
    // No more than the window could show, until the list's own height is known.
    initialRect: { width: 0, height: innerHeight },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  return {
    first: items[0]?.index ?? 0,
    end: (items.at(-1)?.index ?? -1) + 1,
    scrollToRow: (index) => {
      if (index >= 0) virtualizer.scrollToIndex(index);
    },
  };
}
