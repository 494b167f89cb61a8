import type { CSSProperties } from "react";
import type { GridColumn } from "./grid-types.ts";

/** Pixels for the row's number and remove button, which stay visible at any width. */
const leadWidth = 64;
const removeWidth = 28;
export const headHeight = 29;

export function isInSight({ isCollapsed }: GridColumn): boolean {
  return !isCollapsed;
}

export function rowHeightNow(): number {
  return (
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--cell-height"), 10) || 32
  );
}

interface RowsInSight {
  /** The first row below the head. */
  readonly topRow: number;
  readonly shown: number;
  readonly count: number;
  readonly focused: number;
}

/** The indexes to mount: the rows in sight with one more at either end, and the focused row wherever it is. */
export function mountedRows({ topRow, shown, count, focused }: RowsInSight): number[] {
  // Rows may have gone since the grid was scrolled.
  const top = Math.min(topRow, count - shown);
  const first = Math.max(0, top - 1);
  const last = Math.min(count - 1, Math.max(0, top) + shown + 1);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (focused < 0 || focused >= count || (focused >= first && focused <= last)) return indexes;
  return focused < first ? [focused, ...indexes] : [...indexes, focused];
}

/** The position of each pinned column, after the ones before it. The style sheet positions the first. */
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
    // Scrolls a focused cell out from behind the pinned ones.
    scrollPaddingInlineStart: pinned.reduce((sum, { width }) => sum + width, leadWidth),
  };
}
