import { useLayoutEffect, useRef } from "react";
import type { GridParts } from "./grid-parts.ts";

interface KeptRow extends Pick<GridParts, "frame" | "rowIds" | "focusCell" | "selection"> {
  readonly focusedRow: string | undefined;
}

/** When the focused row is removed, by whatever means, the focus moves to the row in its place. */
export function useKeptRow({ frame, rowIds, focusedRow, focusCell, selection }: KeptRow): void {
  const place = useRef(-1);
  useLayoutEffect(() => {
    const before = place.current;
    place.current = focusedRow === undefined ? -1 : rowIds.indexOf(focusedRow);
    const isGone = place.current < 0 && before >= 0;
    const isFree = document.activeElement === null || document.activeElement === document.body;
    const next = rowIds[Math.min(before, rowIds.length - 1)];
    const { active } = selection.now();
    if (isGone && isFree && frame.current && next !== undefined && active)
      focusCell({ rowId: next, member: active.member });
  });
}
