import { type RefObject, useLayoutEffect, useState } from "react";

interface Box {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Of every row. */
  readonly rowHeight: number;
  readonly count: number;
  /** How far it is scrolled at first. */
  readonly top?: number;
  /** What of it is not free for rows: such as a head that lies over the first ones, and moves them down by so much. */
  readonly taken?: number;
}

interface Sight {
  readonly first: number;
  readonly shown: number;
  readonly around: number;
}

/** Rows drawn beyond those in sight; while the scrollbar is dragged all are new on each frame, until it rests. */
const near = 8;
const jumped = 2;
const restMs = 150;

const isSame = (one: Sight, other: Sight) =>
  one.first === other.first && one.shown === other.shown && one.around === other.around;

/**
 * Which rows of a scrolled box to draw: from `first` up to but excluding `end`. They are drawn in a task of their own,
 * after the frame that scrolled.
 */
export function useRowsInSight({ scroller, rowHeight, count, top = 0, taken = 0 }: Box) {
  const [firstTop] = useState(top);
  const [sight, setSight] = useState<Sight>(() => ({
    first: Math.floor(top / rowHeight),
    // No more than the window could show, until the box's own height is known.
    shown: Math.ceil(innerHeight / rowHeight),
    around: near,
  }));
  useLayoutEffect(() => {
    if (firstTop > 0) scroller.current?.scrollTo({ top: firstTop });
  }, [scroller, firstTop]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const look = () =>
      setSight((was) => {
        const first = Math.floor(box.scrollTop / rowHeight);
        const shown = Math.ceil(box.clientHeight / rowHeight) + 1;
        const now = { first, shown, around: Math.abs(first - was.first) > was.shown ? jumped : near };
        return isSame(was, now) ? was : now;
      });
    const onScroll = () => {
      look();
      clearTimeout(rest);
      rest = setTimeout(look, restMs);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, rowHeight]);
  // Rows may have gone since the box was scrolled.
  const first = Math.max(0, Math.min(sight.first, count - sight.shown));
  return {
    first: Math.max(0, first - sight.around),
    end: Math.min(count, first + sight.shown + sight.around),
    scrollToRow: (index: number) => {
      const box = scroller.current;
      if (!box || index < 0) return;
      const start = index * rowHeight;
      const lowest = start + rowHeight + taken - box.clientHeight;
      if (box.scrollTop > start) box.scrollTo({ top: start });
      else if (box.scrollTop < lowest) box.scrollTo({ top: lowest });
    },
  };
}
