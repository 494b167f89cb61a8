import { useRef, type FocusEvent, type PointerEvent } from "react";
import { caretOf, fieldText } from "./cell-dom.ts";
import { cellOf, editedColumns, type GridParts } from "./grid-parts.ts";
import type { CellAddress } from "./grid-types.ts";
import { keyIntent, type KeyIntent } from "./key-intent.ts";
import { useCellTyping } from "./use-cell-typing.ts";

interface Entered {
  readonly cell: CellAddress;
  readonly text: string;
}

interface Moment {
  readonly cell: CellAddress;
  readonly input: HTMLInputElement;
  readonly row: number;
  readonly column: number;
}

/** The keys of a spreadsheet over plain inputs. */
export function useGridKeys(parts: GridParts) {
  const { columns, rowIds, selection, source, focusCell } = parts;
  const entered = useRef<Entered>(undefined);
  const isEditing = useRef(false);
  const byPointer = useRef(false);
  // The column in which a run of Tab began: Enter goes on there, as in a spreadsheet.
  const homeColumn = useRef<string>(undefined);
  const byTab = useRef(false);

  const go = (row: number, column: number) => {
    const edited = editedColumns(columns);
    const rowId = rowIds[Math.max(0, Math.min(rowIds.length - 1, row))];
    const member = edited[Math.max(0, Math.min(edited.length - 1, column))]?.member;
    if (rowId !== undefined && member !== undefined) focusCell({ rowId, member });
  };

  const rowsMeant = (rowId: string): readonly string[] =>
    selection.ids.has(rowId) ? selection.inOrder() : [rowId];

  const enter = ({ row, cell }: Moment, back: boolean) => {
    const member = homeColumn.current ?? cell.member;
    const target = row + (back ? -1 : 1);
    const rowId = target < rowIds.length ? rowIds[Math.max(0, target)] : source.insert(rowIds.length);
    if (rowId !== undefined) focusCell({ rowId, member });
  };

  const undoCell = ({ cell, input }: Moment) => {
    const before = entered.current;
    const isChanged = before?.cell.rowId === cell.rowId && before.text !== fieldText(input);
    if (before && isChanged && before.cell.member === cell.member) {
      source.write(cell.rowId, cell.member, before.text);
      input.select();
      isEditing.current = false;
    } else selection.clear();
  };

  const fillDown = ({ row, cell }: Moment) => {
    const meant = rowsMeant(cell.rowId);
    const above = rowIds[row - 1];
    if (meant.length > 1) source.fillDown(meant, cell.member);
    else if (above !== undefined) source.fillDown([above, cell.rowId], cell.member);
  };

  const remove = ({ row, cell }: Moment) => {
    const gone = rowsMeant(cell.rowId);
    const next =
      rowIds.find((id, at) => at > row && !gone.includes(id)) ?? rowIds.findLast((id) => !gone.includes(id));
    source.remove(gone);
    if (next !== undefined) focusCell({ rowId: next, member: cell.member });
  };

  const run = (intent: KeyIntent, moment: Moment) => {
    const { cell, input, row, column } = moment;
    switch (intent.kind) {
      case "move":
        return go(row + intent.rows, column + intent.columns);
      case "row-end":
        return enter(moment, intent.back);
      case "corner":
        return go(intent.end ? rowIds.length - 1 : 0, intent.end ? columns.length : 0);
      case "select-rows": {
        const target = rowIds[row + intent.by];
        if (intent.by === 0 || target === undefined) selection.only(cell.rowId);
        else {
          selection.extendTo(target, cell.rowId);
          focusCell({ rowId: target, member: cell.member });
        }
        return undefined;
      }
      case "move-rows": {
        const meant = rowsMeant(cell.rowId);
        const first = rowIds.findIndex((id) => meant.includes(id));
        source.moveTo(meant, first + intent.by);
        return focusCell(cell);
      }
      case "edit":
        isEditing.current = true;
        return input.setSelectionRange(input.value.length, input.value.length);
      case "undo-cell":
        return undoCell(moment);
      case "fill-down":
        return fillDown(moment);
      case "insert":
        return focusCell({ rowId: source.insert(row + 1), member: columns[0]?.member ?? cell.member });
      case "duplicate": {
        const [first] = source.duplicate(rowsMeant(cell.rowId));
        return first === undefined ? undefined : focusCell({ rowId: first, member: cell.member });
      }
      case "remove":
      case "remove-selected":
        return remove(moment);
      case "select-all":
        return selection.all();
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const cell = cellOf(event.target, columns);
    if (!cell || !(event.target instanceof HTMLInputElement)) return;
    byPointer.current = false;
    byTab.current = event.key === "Tab" && !event.shiftKey;
    const input = event.target;
    const caret = caretOf(input);
    const { key, altKey: alt, shiftKey: shift } = event;
    const intent = keyIntent(
      { key, alt, shift, mod: event.ctrlKey || event.metaKey },
      {
        isEditing: isEditing.current,
        caretAtStart: caret.start,
        caretAtEnd: caret.end,
        isFlag: input.type === "checkbox",
        hasSelectedRows: selection.ids.size > 0,
      },
    );
    if (!intent) return;
    event.preventDefault();
    const column = editedColumns(columns).findIndex(({ member }) => member === cell.member);
    run(intent, { cell, input, row: rowIds.indexOf(cell.rowId), column });
  };
  const onInput = () => {
    isEditing.current = true;
  };
  useCellTyping(parts.frame, { onKeyDown, onInput });

  return {
    onPointerDown: (event: PointerEvent) => {
      byPointer.current = true;
      isEditing.current = event.target === document.activeElement;
    },
    onFocusCapture: (event: FocusEvent) => {
      const cell = cellOf(event.target, columns);
      if (!cell || !(event.target instanceof HTMLInputElement)) return;
      entered.current = { cell, text: fieldText(event.target) };
      if (!byPointer.current && event.target.type !== "checkbox") event.target.select();
      isEditing.current = byPointer.current;
      if (!byTab.current) homeColumn.current = cell.member;
      byPointer.current = false;
      byTab.current = false;
    },
  };
}
