import { type RefObject, useEffect } from "react";

/**
 * Makes scroll containers without focusable content focusable, so that keys can scroll them: elements marked
 * `data-scroller`, while their fields are disabled.
 */
export function useReachableScrollers(root: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  useEffect(() => {
    const parts = root.current?.querySelectorAll<HTMLElement>("[data-scroller]") ?? [];
    for (const part of parts)
      if (isDisabled) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
  }, [root, isDisabled]);
}
