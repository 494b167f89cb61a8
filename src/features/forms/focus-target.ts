import type { RefObject } from "react";

/** What `register` needs of a field that is no plain input: where the focus goes when it is the first fault. */
export interface FocusTarget {
  focus(): void;
}

export function focusTarget(element: RefObject<HTMLElement | null>): FocusTarget {
  return { focus: () => element.current?.focus() };
}
