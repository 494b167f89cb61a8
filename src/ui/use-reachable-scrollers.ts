import { type RefObject, useEffect } from "react";

/**
 * What is scrolled and holds nothing that takes the focus is itself gone to, so that the keys can scroll it: parts marked
 * `data-scroller`, while the fields in them cannot be used.
 */
export function useReachableScrollers(root: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  useEffect(() => {
    const parts = root.current?.querySelectorAll<HTMLElement>("[data-scroller]") ?? [];
    for (const part of parts)
      if (isDisabled) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
  }, [root, isDisabled]);
}
