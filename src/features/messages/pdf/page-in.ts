import type { RefObject } from "react";

export function pageIn(box: RefObject<HTMLElement | null>, number: number) {
  return box.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
}
