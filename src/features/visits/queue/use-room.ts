import { useLayoutEffect, useState, type RefObject } from "react";

/** A table's layout: all columns, the needed ones, or rows as blocks. */
export type Room = "wide" | "medium" | "narrow";

/** Below this the columns do not fit side by side. CSS pixels, so zoom counts. */
const narrowBelow = 640;
const mediumBelow = 960;

function roomOf(width: number): Room {
  if (width === 0 || width >= mediumBelow) return "wide";
  return width < narrowBelow ? "narrow" : "medium";
}

/** The space an element has for a table's columns; zoom and the rail count, not just the window. */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>("wide");
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const look = () => setRoom(roomOf(watched.clientWidth));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
