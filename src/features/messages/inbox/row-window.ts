import { type RefObject, useLayoutEffect, useState } from "react";

export interface RowWindow {
  /** Rows from `first` to before `end` are to be drawn. */
  first: number;
  end: number;
  scrollToRow(index: number): void;
}

const spare = 5;

/**
 * Which rows of equal height are in sight. Of our own and not of a library, since all rows are equally high: nothing
 * needs to be measured or kept for each of 50,000 rows at every key of a search.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): RowWindow {
  // At first no more than the window could show: what is near comes when the list's own height is known.
  const [range, setRange] = useState(() => ({ first: 0, end: Math.ceil(innerHeight / rowHeight) }));
  // A list that became shorter may have moved what is in sight. Any other is drawn without a look, which costs a layout.
  const cutAt = range.end > count ? count : undefined;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const top = Math.max(0, Math.floor(element.scrollTop / rowHeight) - spare);
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + spare;
      // Steps of four rows, so that a slow scroll does not draw at every pixel.
      const first = top - (top % 4);
      const end = bottom + (4 - (bottom % 4));
      setRange((old) => (old.first === first && old.end === end ? old : { first, end }));
    };
    if (cutAt !== undefined) look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [scroller, rowHeight, cutAt]);

  return {
    first: Math.min(range.first, Math.max(0, count - 1)),
    end: Math.min(range.end, count),
    scrollToRow(index) {
      const element = scroller.current;
      if (!element || index < 0) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTo({ top: top + rowHeight - element.clientHeight });
      }
    },
  };
}
