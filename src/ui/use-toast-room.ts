import { type RefObject, useEffect } from "react";

/**
 * Tells the styles how much of the window the toasts take: `--toast-strip` those that stay, which the page ends above;
 * `--toast-room` all of them, which a dialog ends above. The focused element stays in sight.
 */
export function useToastRoom(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [brief, kept] = region.current?.firstElementChild?.children ?? [];
    if (!brief || !kept) return undefined;
    const root = document.documentElement;
    const measure = () => {
      const strip = kept.getBoundingClientRect().height;
      const top = brief.childElementCount > 0 ? brief.getBoundingClientRect().top : innerHeight - strip;
      const focused = document.activeElement;
      const wasSeen = focused !== null && focused !== document.body && isSeen(focused);
      root.style.setProperty("--toast-strip", `${strip}px`);
      root.style.setProperty("--toast-room", `${innerHeight - top}px`);
      if (wasSeen && !isSeen(focused)) focused.scrollIntoView({ block: "nearest" });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(brief);
    observer.observe(kept);
    return () => {
      observer.disconnect();
      root.style.removeProperty("--toast-strip");
      root.style.removeProperty("--toast-room");
    };
  }, [region]);
}

/** Within the window and not below the page's end. */
function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const end = document.getElementById("main")?.getBoundingClientRect().bottom ?? innerHeight;
  return top >= 0 && bottom <= Math.min(end, innerHeight);
}
