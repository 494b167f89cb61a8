import { useRef, type FocusEvent } from "react";
import { fieldText } from "./cell-dom.ts";
import { cellOf, editedColumns, type GridParts } from "./grid-parts.ts";
import type { CellAddress } from "./grid-types.ts";
import { keyIntent, type KeyIntent } from "./key-intent.ts";
import { nextCell } from "./next-cell.ts";
import { rangeActions } from "./range-actions.ts";
import { isRange } from "./selection-range.ts";
import { useCellTyping } from "./use-cell-typing.ts";

interface Moment {
  readonly cell: CellAddress;
  readonly input: HTMLInputElement;
}

function selectText(input: HTMLInputElement): void {
  const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  if (input.type === "text" && !isWhole) input.select();
}

export function useGridKeys(parts: GridParts) {
  const { columns, rowIds, selection, source, focusCell, showCell } = parts;
  // The cell's text before typing started: Escape restores it.
  const before = useRef("");
  // The column where a run of Tab and Enter started: the next line continues there.
  const home = useRef<string>(undefined);
  const isInRun = useRef(false);

  const edit = (input: HTMLInputElement) => {
    // While typing it only moves the caret: Escape restores what was there before the first key.
    if (selection.now().mode === "select") before.current = fieldText(input);
    selection.step({ kind: "edit" });
    if (input.type === "text") input.setSelectionRange(input.value.length, input.value.length);
  };

  const goTo = (cell: CellAddress) => {
    isInRun.current = true;
    focusCell(cell);
  };

  const goToNext = ({ cell }: Moment, isBack: boolean) => {
    const edited = editedColumns(columns);
    const members = edited.map(({ member }) => member);
    if (isBack) {
      const above = rowIds[Math.max(0, rowIds.indexOf(cell.rowId) - 1)];
      return above === undefined ? undefined : goTo({ rowId: above, member: home.current ?? cell.member });
    }
    const entry = edited
      .filter(({ isEntry, member }) => isEntry && !source.mayStayEmpty(cell.rowId, member))
      .map(({ member }) => member);
    const next = nextCell(cell, { entry, members, rowIds, text: source.text, home: home.current });
    if (next) return goTo(next);
    if (source.isBlank(cell.rowId)) {
      // Nothing is charged on the line yet: it waits for its first cell.
      const open = entry.find((member) => source.text(cell.rowId, member).trim() === "");
      return goTo({ rowId: cell.rowId, member: open ?? cell.member });
    }
    const [member = cell.member] = members;
    home.current = member;
    return goTo({ rowId: source.insert(rowIds.length), member });
  };

  const escape = ({ cell, input }: Moment) => {
    const wasTyping = selection.now().mode !== "select";
    selection.step({ kind: wasTyping ? "settle" : "one-cell" });
    if (!wasTyping) return;
    if (fieldText(input) !== before.current) source.takeBack(cell.rowId, cell.member, before.current);
    selectText(input);
  };

  const { clear, fillDown, remove, moveRows } = rangeActions(parts);

  const run = (intent: KeyIntent, moment: Moment) => {
    const { cell } = moment;
    const range = selection.range();
    const first = editedColumns(columns)[0]?.member ?? cell.member;
    // What follows uses the committed text.
    const wasTyped = moment.input.type === "text" && fieldText(moment.input) !== "";
    if (intent.kind !== "edit" && intent.kind !== "escape") source.settle();
    switch (intent.kind) {
      case "move":
      case "extend": {
        selection.step(intent);
        const { active, head } = selection.now();
        if (intent.kind === "move") return active && focusCell(active);
        return head && showCell(head);
      }
      case "go-on":
        // What was typed belonged elsewhere and was moved there: this cell still waits for its own text.
        if (wasTyped && source.text(cell.rowId, cell.member) === "") return goTo(cell);
        return goToNext(moment, intent.back);
      case "corner": {
        const corner = intent.end ? rowIds.at(-1) : rowIds[0];
        const member = intent.end ? editedColumns(columns).at(-1)?.member : first;
        return corner && member ? focusCell({ rowId: corner, member }) : undefined;
      }
      case "edit":
        return edit(moment.input);
      case "escape":
        return escape(moment);
      case "clear":
        return clear();
      case "fill-down":
        return fillDown();
      case "move-rows":
        return moveRows(intent.by);
      case "insert": {
        const below = rowIds.indexOf(range.rowIds.at(-1) ?? cell.rowId) + 1;
        return focusCell({ rowId: source.insert(below), member: first });
      }
      case "duplicate": {
        const [copy] = source.duplicate(range.rowIds);
        return copy === undefined ? undefined : focusCell({ rowId: copy, member: cell.member });
      }
      case "remove":
        return remove();
      case "whole-rows":
        return selection.step({ kind: "whole-rows" });
      case "select-all":
        return selection.step({ kind: "all" });
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const cell = cellOf(event.target, columns);
    if (!cell || !(event.target instanceof HTMLInputElement)) return;
    const input = event.target;
    const { key, altKey: alt, shiftKey: shift } = event;
    const mod = event.ctrlKey || event.metaKey;
    isInRun.current = key === "Tab" && !shift;
    const { mode } = selection.now();
    if (mode === "select") {
      before.current = fieldText(input);
      // Selects whatever was written into the cell meanwhile, so that typing replaces it.
      selectText(input);
    }
    const state = {
      mode,
      isFlag: input.type === "checkbox",
      isEmpty: fieldText(input) === "",
    };
    const intent = keyIntent({ key, alt, shift, mod }, state);
    const isIdle = intent?.kind === "escape" && mode === "select" && !isRange(selection.range());
    // Undo ends typing, since the text changes.
    if (mod && /^[zy]$/i.test(key)) selection.step({ kind: "settle" });
    if (!intent || isIdle) return;
    event.preventDefault();
    run(intent, { cell, input });
  };
  const onInput = (event: Event) => {
    selection.step({ kind: "typed" });
    if (event.target instanceof HTMLInputElement) {
      event.target.removeAttribute("data-filled");
      event.target.removeAttribute("aria-description");
    }
  };
  useCellTyping(parts.frame, { onKeyDown, onInput });

  return {
    edit,
    onFocusCapture: (event: FocusEvent) => {
      const cell = cellOf(event.target, columns);
      if (!cell || !(event.target instanceof HTMLInputElement)) return;
      selection.step({ kind: "at", cell });
      if (selection.now().mode === "select") {
        before.current = fieldText(event.target);
        selectText(event.target);
      }
      if (!isInRun.current) home.current = cell.member;
      isInRun.current = false;
    },
    onBlurCapture: ({ target, currentTarget, relatedTarget }: FocusEvent) => {
      // The window lost the focus, not the cell.
      if (document.activeElement === target) return;
      if (target instanceof HTMLInputElement) {
        target.removeAttribute("data-typing");
        target.removeAttribute("inputmode");
      }
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
        selection.step({ kind: "leave" });
    },
  };
}
