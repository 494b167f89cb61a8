import { type RefObject, useLayoutEffect } from "react";

/**
 * Tells the style sheet how a grid stands sideways: `data-sideways` once it is scrolled, for its pinned columns, and
 * `data-more` while columns are out of sight at its end, which then fades out.
 */
export function useSideways(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = box;
      box.toggleAttribute("data-sideways", scrollLeft !== 0);
      box.toggleAttribute("data-more", Math.abs(scrollLeft) + clientWidth < scrollWidth - 2);
    };
    const watch = new ResizeObserver(look);
    watch.observe(box);
    // As wide as all columns together.
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    box.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, [frame]);
}
