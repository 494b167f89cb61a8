import type { RefObject } from "react";

/** What `register` needs from a field that is not a plain input: where to focus when it has the first error. */
export interface FocusTarget {
  focus(): void;
}

export function focusTarget(element: RefObject<HTMLElement | null>): FocusTarget {
  return { focus: () => element.current?.focus() };
}
