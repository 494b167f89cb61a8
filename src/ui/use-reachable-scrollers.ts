import { type RefObject, useEffect } from "react";

/** With the focus in it, keys scroll it; a screen reader says what it is by its `data-scroller`. */
export function makeReachable(part: HTMLElement, isOn: boolean): void {
  if (isOn) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
  for (const [name, value] of [
    ["role", "group"],
    ["aria-label", part.dataset["scroller"] ?? ""],
  ] as const)
    if (isOn) part.setAttribute(name, value);
    else part.removeAttribute(name);
}

/** Makes scroll containers reachable that hold nothing to focus: those marked `data-scroller`, while their fields are disabled. */
export function useReachableScrollers(root: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  useEffect(() => {
    const parts = root.current?.querySelectorAll<HTMLElement>("[data-scroller]") ?? [];
    for (const part of parts) makeReachable(part, isDisabled);
  }, [root, isDisabled]);
}
