import { useLayoutEffect, useState, type RefObject } from "react";
import { type ColumnChoice, shownColumns, type ShownColumns } from "./columns.ts";

/** The columns an element has room for; zoom and the rail count, not just the window. */
export function useShownColumns(element: RefObject<HTMLElement | null>, choice: ColumnChoice): ShownColumns {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const look = () => setWidth(watched.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return shownColumns(choice, width);
}
