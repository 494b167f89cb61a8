import type { Range } from "@tanstack/react-virtual";
import type { CSSProperties } from "react";
import type { GridColumn } from "./grid-types.ts";

/** The row's number and the button that takes it out: both are in sight at any width. */
const leadWidth = 64;
const removeWidth = 28;
export const headHeight = 29;

export function isInSight({ isTucked }: GridColumn): boolean {
  return !isTucked;
}

export function rowHeightNow(): number {
  return (
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--cell-height"), 10) || 32
  );
}

/** The indexes to mount: those in sight, and the row with the focus wherever it is. */
export function withFocused(range: Range, focused: number): number[] {
  const first = Math.max(0, range.startIndex - range.overscan);
  const last = Math.min(range.count - 1, range.endIndex + range.overscan);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (focused < 0 || focused >= range.count || (focused >= first && focused <= last)) return indexes;
  return focused < first ? [focused, ...indexes] : [...indexes, focused];
}

/** Where each pinned column stays: behind those before it. The first one's place is the style sheet's. */
export function pinsOf(columns: readonly GridColumn[]): Readonly<Record<string, CSSProperties>> {
  const pins: Record<string, CSSProperties> = {};
  let start = leadWidth;
  for (const { member, width, isPinned } of columns) {
    if (!isPinned) break;
    if (start > leadWidth) pins[member] = { insetInlineStart: start };
    start += width;
  }
  return pins;
}

export function layoutOf(columns: readonly GridColumn[]): object {
  const shown = columns.filter(isInSight);
  const widths = shown.map(({ width }) => width);
  const growing = shown.findIndex(({ grows }) => grows);
  const wide = growing < 0 ? shown.length - 1 : growing;
  const tracks = widths.map((width, at) => (at === wide ? `minmax(${width}px, 1fr)` : `${width}px`));
  const pinned = columns.filter(({ isPinned }) => isPinned);
  return {
    "--columns": `${leadWidth - removeWidth}px ${removeWidth}px ${tracks.join(" ")}`,
    "--width": `${leadWidth + widths.reduce((sum, width) => sum + width, 0)}px`,
    "--pin": `${leadWidth}px`,
    // A cell that takes the focus comes out from behind the pinned ones.
    scrollPaddingInlineStart: pinned.reduce((sum, { width }) => sum + width, leadWidth),
  };
}
