import { useRef, useState } from "react";
import { isRange, rangeOf, type CellRange } from "./selection-range.ts";
import { nothingSelected, stepSelection } from "./selection.ts";
import type { GridShape, Selection, SelectionStep } from "./selection-types.ts";

export interface GridSelection {
  now(): Selection;
  range(): CellRange;
  step(step: SelectionStep): void;
  /** The selection to draw: none while it is the single focused cell. */
  readonly drawn: CellRange | undefined;
}

/** Marks the cell being edited, for styling. */
function markTyping(mode: Selection["mode"]): void {
  if (document.activeElement instanceof HTMLInputElement)
    document.activeElement.toggleAttribute("data-typing", mode !== "select");
}

/**
 * The selection of a grid. Renders only when a range appears, changes or goes away, not for a step from cell to cell.
 */
export function useGridSelection(shape: GridShape): GridSelection {
  const held = useRef(nothingSelected);
  const [shown, setShown] = useState<Selection>();
  const range = () => rangeOf(held.current, shape);
  const drawn = shown && rangeOf(shown, shape);
  return {
    now: () => held.current,
    range,
    step: (step) => {
      const before = held.current;
      const next = stepSelection(before, step, shape);
      if (next === before) return;
      held.current = next;
      if (next.mode !== before.mode) markTyping(next.mode);
      setShown(isRange(rangeOf(next, shape)) ? next : undefined);
    },
    drawn: drawn && isRange(drawn) ? drawn : undefined,
  };
}
