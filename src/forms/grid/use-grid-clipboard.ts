import type { ClipboardEvent } from "react";
import { cellOf, editedColumns, type GridParts } from "./grid-parts.ts";
import { formatTsv, isBlock, parseTsv } from "./tsv.ts";

/** Copies selected rows as a spreadsheet reads them, and takes blocks of cells from one. */
export function useGridClipboard({ columns, rowIds, selection, source }: GridParts) {
  const copyRows = (event: ClipboardEvent): boolean => {
    const cell = cellOf(event.target, columns);
    if (!cell || !selection.ids.has(cell.rowId)) return false;
    const members = editedColumns(columns).map(({ member }) => member);
    const rows = selection.inOrder().map((rowId) => members.map((member) => source.text(rowId, member)));
    event.clipboardData.setData("text/plain", formatTsv(rows));
    event.preventDefault();
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent) => {
      copyRows(event);
    },
    onCut: (event: ClipboardEvent) => {
      if (copyRows(event)) source.remove(selection.inOrder());
    },
    onPaste: (event: ClipboardEvent) => {
      const cell = cellOf(event.target, columns);
      const text = event.clipboardData.getData("text/plain");
      if (!cell || !isBlock(text)) return;
      event.preventDefault();
      const edited = editedColumns(columns).map(({ member }) => member);
      const isWholeRow = selection.ids.size > 0 && selection.ids.has(cell.rowId);
      const at = isWholeRow
        ? { rowId: selection.inOrder()[0] ?? cell.rowId, member: edited[0] ?? cell.member }
        : cell;
      if (rowIds.includes(at.rowId))
        source.paste(at, parseTsv(text), edited.slice(edited.indexOf(at.member)));
    },
  };
}
