import type { CellAddress } from "./grid-types.ts";
import { between, isRange, rangeOf } from "./selection-range.ts";
import type { Selection, GridShape, SelectionStep } from "./selection-types.ts";
import { useRef, useState } from "react";

export const nothingSelected: Selection = {
  active: undefined,
  head: undefined,
  rows: undefined,
  mode: "select",
};

function isSameCell(one: CellAddress | undefined, other: CellAddress | undefined): boolean {
  return one?.rowId === other?.rowId && one?.member === other?.member;
}

function stepped(cell: CellAddress, shape: GridShape, { rows, columns }: { rows: number; columns: number }) {
  const at = (list: readonly string[], now: string, by: number) =>
    list[Math.max(0, Math.min(list.length - 1, list.indexOf(now) + by))] ?? now;
  return { rowId: at(shape.rowIds, cell.rowId, rows), member: at(shape.members, cell.member, columns) };
}

function oneCell(cell: CellAddress): Selection {
  return { active: cell, head: cell, rows: undefined, mode: "select" };
}

function withRow(selection: Selection, shape: GridShape, step: SelectionStep & { kind: "row" }): Selection {
  const { active, rows } = selection;
  const cell = { rowId: step.rowId, member: active?.member ?? shape.members[0] ?? "" };
  const whole = { ...oneCell(cell), rows: new Set([step.rowId]) };
  if (step.how === "only" || !active) return whole;
  if (step.how === "extend")
    return {
      ...selection,
      head: cell,
      rows: new Set(between(shape.rowIds, active.rowId, step.rowId)),
      mode: "select",
    };
  const next = new Set(rows);
  if (!next.delete(step.rowId)) next.add(step.rowId);
  return next.size === 0 ? oneCell(cell) : { ...whole, rows: next };
}

function extended(selection: Selection, shape: GridShape, head: CellAddress): Selection {
  const { active, rows } = selection;
  if (!active) return oneCell(head);
  return {
    active,
    head,
    mode: "select",
    rows: rows && new Set(between(shape.rowIds, active.rowId, head.rowId)),
  };
}

export function stepSelection(selection: Selection, step: SelectionStep, shape: GridShape): Selection {
  const { active, head, mode } = selection;
  switch (step.kind) {
    case "at":
      return isSameCell(active, step.cell) ? selection : oneCell(step.cell);
    case "row":
      return withRow(selection, shape, step);
    case "extend-to":
      return extended(selection, shape, step.cell);
    default:
      break;
  }
  if (!active || !head) return selection;
  switch (step.kind) {
    case "move":
      return oneCell(stepped(active, shape, step));
    case "extend":
      return extended(selection, shape, stepped(head, shape, step));
    case "whole-rows":
      return { ...selection, rows: new Set(between(shape.rowIds, active.rowId, head.rowId)), mode: "select" };
    case "all":
      return { ...selection, rows: new Set(shape.rowIds), mode: "select" };
    case "one-cell":
    case "leave":
      return isSameCell(active, head) && !selection.rows && mode === "select" ? selection : oneCell(active);
    case "typed":
      return mode === "select" ? { ...oneCell(active), mode: "enter" } : selection;
    case "edit":
      return mode === "edit" ? selection : { ...oneCell(active), mode: "edit" };
    case "settle":
      return mode === "select" ? selection : { ...selection, mode: "select" };
  }
}

export type GridSelection = ReturnType<typeof useGridSelection>;

/** Marks the cell being edited, for styling. */
function markTyping(mode: Selection["mode"]): void {
  if (document.activeElement instanceof HTMLInputElement)
    document.activeElement.toggleAttribute("data-typing", mode !== "select");
}

/**
 * The selection of a grid. Renders only when a range appears, changes or goes away, not for a step from cell to cell.
 */
export function useGridSelection(shape: GridShape) {
  const held = useRef(nothingSelected);
  const [shown, setShown] = useState<Selection>();
  const range = () => rangeOf(held.current, shape);
  const drawn = shown && rangeOf(shown, shape);
  return {
    now: () => held.current,
    range,
    step: (step: SelectionStep) => {
      const before = held.current;
      const next = stepSelection(before, step, shape);
      if (next === before) return;
      held.current = next;
      if (next.mode !== before.mode) markTyping(next.mode);
      setShown(isRange(rangeOf(next, shape)) ? next : undefined);
    },
    /** The selection to draw: none while it is the single focused cell. */
    drawn: drawn && isRange(drawn) ? drawn : undefined,
  };
}
