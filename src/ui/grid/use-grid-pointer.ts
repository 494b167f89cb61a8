import { useRef, type MouseEvent, type PointerEvent } from "react";
import { cellOf, type GridParts } from "./grid-parts.ts";
import type { CellAddress } from "./grid-types.ts";

export function useGridPointer(
  { columns, selection, focusCell, showCell }: GridParts,
  edit: (input: HTMLInputElement) => void,
) {
  const pointer = useRef("mouse");
  const isDragging = useRef(false);

  /** The first tap must not open the on-screen keyboard over the grid; the second one does. */
  const tap = (event: MouseEvent, input: HTMLInputElement, isSecond: boolean, cell: CellAddress) => {
    const column = columns.find(({ member }) => member === cell.member);
    if (isSecond) {
      input.inputMode = column?.look === "number" ? "decimal" : "text";
      edit(input);
      return;
    }
    event.preventDefault();
    input.inputMode = "none";
    focusCell(cell);
  };

  const press = (event: MouseEvent) => {
    const cell = cellOf(event.target, columns);
    if (!cell || event.button !== 0 || !(event.target instanceof HTMLInputElement)) return;
    const { active, mode } = selection.now();
    const isHere = event.target === document.activeElement && active?.member === cell.member;
    if (isHere && mode !== "select") return;
    if (pointer.current !== "mouse" && event.target.type === "text") {
      tap(event, event.target, isHere, cell);
      return;
    }
    event.preventDefault();
    if (event.shiftKey && active) selection.step({ kind: "extend-to", cell });
    else if (event.detail > 1 && isHere && event.target.type === "text") edit(event.target);
    else {
      focusCell(cell);
      selection.step({ kind: "one-cell" });
      isDragging.current = true;
      addEventListener("pointerup", () => (isDragging.current = false), { once: true });
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      pointer.current = event.pointerType;
    },
    onMouseDown: press,
    onPointerOver: (event: PointerEvent) => {
      if (!isDragging.current) return;
      const cell = cellOf(event.target, columns);
      if (!cell) return;
      selection.step({ kind: "extend-to", cell });
      showCell(cell);
    },
    onClickCapture: (event: MouseEvent) => {
      // Shift selects a checkbox instead of toggling it.
      if (event.shiftKey && cellOf(event.target, columns)) event.preventDefault();
      // Two quick taps select the whole word, which the next key would delete.
      if (pointer.current === "mouse" || event.detail < 2 || selection.now().mode !== "edit") return;
      if (event.target instanceof HTMLInputElement && event.target.type === "text")
        event.target.setSelectionRange(event.target.value.length, event.target.value.length);
    },
  };
}
