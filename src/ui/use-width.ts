import { type RefObject, useLayoutEffect, useState } from "react";

/** The width inside an element, in pixels; 0 before it is drawn. Zoom and what stands beside it count, not just the window. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
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
  return width;
}
