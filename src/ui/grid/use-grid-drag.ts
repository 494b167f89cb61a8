import { useRef, type DragEvent, type MouseEvent } from "react";
import type { GridParts } from "./grid-parts.ts";

function rowElement(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>("[data-gridrow]") ?? undefined) : undefined;
}

function isInUpperHalf(row: HTMLElement, y: number): boolean {
  const { top, height } = row.getBoundingClientRect();
  return y < top + height / 2;
}

/** Rows are dragged by their number, selected by clicking it, and removed with the button at their end. */
export function useGridDrag({ frame, rowIds, selection, source, focusCell, columns }: GridParts) {
  const dragged = useRef<readonly string[]>([]);
  const clearMark = () => {
    for (const row of frame.current?.querySelectorAll<HTMLElement>("[data-drop]") ?? [])
      delete row.dataset["drop"];
  };
  return {
    onClick: (event: MouseEvent) => {
      const rowId = rowElement(event.target)?.dataset["gridrow"];
      if (rowId === undefined || !(event.target instanceof Element)) return;
      if (event.target.closest("[data-remove]")) {
        const index = rowIds.indexOf(rowId);
        source.remove([rowId]);
        const next = rowIds[index + 1] ?? rowIds[index - 1];
        const member = columns[0]?.member;
        if (next !== undefined && member !== undefined) focusCell({ rowId: next, member });
      } else if (event.target.closest("[data-lead]")) {
        const isMore = event.ctrlKey || event.metaKey;
        selection.step({ kind: "row", rowId, how: event.shiftKey ? "extend" : isMore ? "toggle" : "only" });
        const { active } = selection.now();
        if (active) focusCell(active);
      }
    },
    onDragStart: (event: DragEvent) => {
      const rowId = rowElement(event.target)?.dataset["gridrow"];
      if (rowId === undefined) return;
      const selected = selection.range();
      dragged.current = selected.isWhole && selected.rowIds.includes(rowId) ? selected.rowIds : [rowId];
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      const row = rowElement(event.target);
      if (!row || dragged.current.length === 0) return;
      event.preventDefault();
      clearMark();
      row.dataset["drop"] = isInUpperHalf(row, event.clientY) ? "before" : "after";
    },
    onDrop: (event: DragEvent) => {
      const row = rowElement(event.target);
      const moving = dragged.current;
      dragged.current = [];
      clearMark();
      if (!row || moving.length === 0) return;
      event.preventDefault();
      const rest = rowIds.filter((id) => !moving.includes(id));
      const at = rest.indexOf(row.dataset["gridrow"] ?? "");
      if (at >= 0) source.moveTo(moving, at + (isInUpperHalf(row, event.clientY) ? 0 : 1));
    },
    onDragEnd: () => {
      dragged.current = [];
      clearMark();
    },
  };
}
