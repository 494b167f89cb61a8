import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { letterSchema } from "./letter-schema.ts";
import { leaveTable, withLastLine } from "./writing-plugins.ts";

const { doc, paragraph, table, table_row: row, table_cell: cell, ul, li } = letterSchema.nodes;
const line = (text: string) => paragraph.create(null, letterSchema.text(text));
const cells = () => table.create(null, row.create(null, cell.create(null, line("99213"))));
const stateOf = (...blocks: readonly ReturnType<typeof line>[]) =>
  EditorState.create({ doc: doc.create(null, blocks) });

test("a line follows a table, in lists too", () => {
  for (const state of [stateOf(cells()), stateOf(ul.create(null, li.create(null, [line("one"), cells()])))])
    expect(withLastLine(state)?.doc.lastChild?.toJSON()).toEqual({ type: "paragraph" });
  expect(withLastLine(stateOf(cells(), line("end")))).toBeUndefined();
  expect(withLastLine(stateOf(ul.create(null, li.create(null, line("one")))))).toBeUndefined();
});

test("out of a table the next line is reached", () => {
  const state = stateOf(cells(), line("end"));
  let after = state;
  expect(leaveTable(state, (change) => (after = state.apply(change)))).toBe(true);
  expect(after.selection.$from.parent.textContent).toBe("end");
  expect(leaveTable(after)).toBe(false);
});
