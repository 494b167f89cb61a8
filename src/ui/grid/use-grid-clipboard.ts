import type { ClipboardEvent } from "react";
import { cellOf, editedColumns, type GridParts } from "./grid-parts.ts";
import { formatTsv, isBlock, parseTsv } from "./tsv.ts";

/** The same cells for a grid of ours, exactly as they are, below the name of their list and their columns. */
const ownFormat = "application/x-grid-rows";

/** The list that a cell is of, by its name: the path of the list, the row’s number and the member. */
function listOf({ target }: ClipboardEvent): string {
  return target instanceof HTMLInputElement ? target.name.replace(/\.\d+\..+$/, "") : "";
}

export function useGridClipboard({ columns, rowIds, selection, source }: GridParts) {
  /** While text is being edited, copy and paste work on it as in any field. */
  const isOfCells = (event: ClipboardEvent) =>
    cellOf(event.target, columns) !== undefined && selection.now().mode === "select";
  const copy = (event: ClipboardEvent): boolean => {
    if (!isOfCells(event)) return false;
    const { rowIds: rows, members } = selection.range();
    const cells = rows.map((rowId) => members.map((member) => source.text(rowId, member)));
    const safe = cells.map((row) => row.map((text) => source.forSpreadsheet(text)));
    event.clipboardData.setData("text/plain", formatTsv(safe));
    event.clipboardData.setData(ownFormat, formatTsv([[listOf(event), ...members], ...cells]));
    event.preventDefault();
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent) => {
      copy(event);
    },
    onCut: (event: ClipboardEvent) => {
      if (!copy(event)) return;
      const range = selection.range();
      if (range.isWhole) source.remove(range.rowIds);
      else source.writeAll(range, "");
    },
    onPaste: (event: ClipboardEvent) => {
      const cell = cellOf(event.target, columns);
      const [[list, ...members] = [], ...own] = parseTsv(event.clipboardData.getData(ownFormat));
      const isOwn = own.length > 0;
      const text = event.clipboardData.getData("text/plain");
      // What is typed in a text may have any comma; only tabs and lines make it several cells.
      const isOfText = !isOfCells(event) && !/[\t\r\n][^\r\n]/.test(text);
      if (!cell || (text === "" && !isOwn) || isOfText) return;
      event.preventDefault();
      if (isOwn ? own.length === 1 && members.length === 1 : !isBlock(text)) {
        source.writeAll(selection.range(), (isOwn ? own : parseTsv(text))[0]?.[0] ?? "");
        return;
      }
      const range = selection.range();
      const edited = editedColumns(columns).map(({ member }) => member);
      const at = { rowId: range.rowIds[0] ?? cell.rowId, member: range.members[0] ?? cell.member };
      if (!rowIds.includes(at.rowId)) return;
      // In its own columns, whichever are in sight here, or as many from another one on.
      const isInPlace = list === listOf(event) && members[0] === at.member;
      source.paste(at, isOwn ? own : text, isInPlace ? members : edited.slice(edited.indexOf(at.member)));
    },
  };
}
