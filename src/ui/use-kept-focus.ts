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

const firstButton = (place: HTMLElement) => place.querySelector("button");

/** A place where one button replaces another: if the pressed one is gone with the old state, what is next has the focus. */
export function useFocusFollows(
  place: RefObject<HTMLElement | null>,
  state: unknown,
  next: (place: HTMLElement) => HTMLElement | null | undefined = firstButton,
): void {
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current !== state && isFocusNowhere() && place.current) next(place.current)?.focus();
    before.current = state;
  }, [place, state, next]);
}

const remembered = 8;

/** What had the focus, oldest first. It keeps nothing alive: whole pages would hang on their last field. */
export class FocusTrail {
  #before: readonly WeakRef<HTMLElement>[] = [];

  add(element: HTMLElement): void {
    const others = this.#before.filter((each) => each.deref() !== element);
    this.#before = [...others, new WeakRef(element)].slice(-remembered);
  }

  clear(): void {
    this.#before = [];
  }

  get isEmpty(): boolean {
    return this.#before.length === 0;
  }

  last(): HTMLElement | undefined {
    return this.#before.at(-1)?.deref();
  }

  findLast(isWanted: (element: HTMLElement) => boolean): HTMLElement | undefined {
    return this.#before.map((each) => each.deref()).findLast((each) => each !== undefined && isWanted(each));
  }
}

/**
 * While this component is mounted, the focus does not fall to the body when the focused element is removed or disabled:
 * it returns to the previous one. A field left by clicking elsewhere stays left.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const trail = new FocusTrail();
    let isDue = false;
    const look = () => {
      isDue = false;
      // A closing overlay restores the focus itself.
      if (signal.aborted || trail.isEmpty || canHaveFocus(trail.last()) || !isFocusNowhere()) return;
      const back = trail.findLast((each) => canHaveFocus(each) && root.current?.contains(each) === true);
      (back ?? document.querySelector<HTMLElement>("[data-page-heading]"))?.focus();
    };
    const soon = () => {
      if (isDue || canHaveFocus(trail.last())) return;
      isDue = true;
      requestAnimationFrame(() => setTimeout(look));
    };
    document.addEventListener(
      "focusin",
      ({ target }) => {
        if (target instanceof HTMLElement) trail.add(target);
      },
      { signal },
    );
    const leave = () => {
      if (isFocusNowhere()) trail.clear();
    };
    // After the press has moved the focus, and before the click can disable what was pressed.
    document.addEventListener("mouseup", leave, { signal, capture: true });
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
