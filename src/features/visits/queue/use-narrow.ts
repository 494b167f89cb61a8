import { useLayoutEffect, useState, type RefObject } from "react";

/** Narrower than this the columns do not fit beside each other. CSS pixels, so zoom counts. */
const narrowBelow = 640;

/** Whether an element has room for a table's columns; zoom and the rail beside it count, not the window alone. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const look = () => setNarrow(watched.clientWidth > 0 && watched.clientWidth < narrowBelow);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
