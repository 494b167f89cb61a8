import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Whether the focus can be in it: shown, enabled, and not behind something modal. */
export function canHaveFocus(element: Element | undefined): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(":disabled") &&
    element.closest("[inert]") === null &&
    element.getClientRects().length > 0
  );
}

/** Whether nothing has the focus: what had it is gone. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** A place where one button replaces another: if the pressed one is gone with the old state, the new one has the focus. */
export function useFocusFollows(place: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current !== state && isFocusNowhere()) place.current?.querySelector("button")?.focus();
    before.current = state;
  }, [place, state]);
}

const remembered = 8;

/**
 * While this component is mounted, the focus does not fall to the body when the focused element is removed or disabled:
 * it returns to the previous one. A field left by clicking elsewhere stays left.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let trail: HTMLElement[] = [];
    let isDue = false;
    const look = () => {
      isDue = false;
      const last = trail.at(-1);
      // A closing overlay restores the focus itself.
      if (signal.aborted || !last || canHaveFocus(last) || !isFocusNowhere()) return;
      const back = trail.findLast((each) => canHaveFocus(each) && root.current?.contains(each));
      (back ?? document.querySelector<HTMLElement>("[data-page-heading]"))?.focus();
    };
    const soon = () => {
      if (isDue || canHaveFocus(trail.at(-1))) return;
      isDue = true;
      requestAnimationFrame(() => setTimeout(look));
    };
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (target instanceof HTMLElement)
          trail = [...trail.filter((each) => each !== target), target].slice(-remembered);
      },
      { signal },
    );
    const leave = () => {
      if (isFocusNowhere()) trail = [];
    };
    document.addEventListener("pointerdown", () => setTimeout(leave), { signal });
    const watch = new MutationObserver(soon);
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled", "inert"],
    });
    return () => {
      stop.abort();
      watch.disconnect();
    };
  }, [root]);
}
