import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyIntent } from "./key-intent.ts";
import { isRange, rangeOf } from "./selection-range.ts";
import { nothingSelected, stepSelection } from "./use-grid-selection.ts";
import type { Selection, SelectionStep } from "./selection-types.ts";

const shape = { rowIds: ["r1", "r2", "r3", "r4"], members: ["cpt", "modifier", "quantity"] };
const at = (rowId: string, member: string): SelectionStep => ({ kind: "at", cell: { rowId, member } });
const after = (...steps: SelectionStep[]): Selection =>
  steps.reduce((now, step) => stepSelection(now, step, shape), nothingSelected);
const range = (...steps: SelectionStep[]) => rangeOf(after(...steps), shape);
const extend = (rows: number, columns: number): SelectionStep => ({ kind: "extend", rows, columns });

describe("the selection in a grid", () => {
  it("is the focused cell, and stays in the grid", () => {
    expect(range(at("r2", "cpt"))).toEqual({ rowIds: ["r2"], members: ["cpt"], isWhole: false });
    expect(after(at("r4", "cpt"), { kind: "move", rows: 9, columns: -9 }).active).toEqual({
      rowId: "r4",
      member: "cpt",
    });
  });

  it("is the range made by Shift, arrows or a drag", () => {
    const both = { rowIds: ["r2", "r3"], members: ["cpt", "modifier"], isWhole: false };
    expect(range(at("r2", "cpt"), extend(1, 0), extend(0, 1))).toEqual(both);
    expect(range(at("r3", "modifier"), extend(-1, -1))).toEqual(both);
    expect(range(at("r2", "modifier"), { kind: "extend-to", cell: { rowId: "r3", member: "cpt" } })).toEqual(
      both,
    );
    expect(after(at("r2", "cpt"), extend(2, 2)).active).toEqual({ rowId: "r2", member: "cpt" });
  });

  it("is whole rows by their numbers, and by Shift+Space", () => {
    const row = (rowId: string, how: "only" | "toggle" | "extend"): SelectionStep => ({
      kind: "row",
      rowId,
      how,
    });
    expect(range(row("r2", "only"), row("r4", "extend"))).toEqual({
      rowIds: ["r2", "r3", "r4"],
      members: shape.members,
      isWhole: true,
    });
    expect(range(row("r1", "only"), row("r3", "toggle")).rowIds).toEqual(["r1", "r3"]);
    expect(range(at("r1", "cpt"), extend(1, 0), { kind: "whole-rows" }).rowIds).toEqual(["r1", "r2"]);
    expect(range(at("r1", "cpt"), { kind: "whole-rows" }, extend(1, 0)).rowIds).toEqual(["r1", "r2"]);
  });

  it("is typed over until the caret enters it", () => {
    expect(after(at("r1", "cpt"), { kind: "typed" }).mode).toBe("enter");
    expect(after(at("r1", "cpt"), { kind: "edit" }, { kind: "typed" }).mode).toBe("edit");
    expect(after(at("r1", "cpt"), { kind: "typed" }, at("r1", "cpt")).mode, "the window came back").toBe(
      "enter",
    );
    expect(after(at("r1", "cpt"), { kind: "typed" }, at("r2", "cpt")).mode).toBe("select");
    expect(after(at("r1", "cpt"), { kind: "edit" }, { kind: "leave" }).mode).toBe("select");
  });
});

/** A simple model of a grid of texts. */
interface Sheet {
  readonly cells: Map<string, string>;
  selection: Selection;
  before: string;
}
const keyOf = (selection: Selection) => `${selection.active?.rowId} ${selection.active?.member}`;

function press(sheet: Sheet, name: string, shift: boolean): void {
  const { cells, selection } = sheet;
  const place = keyOf(selection);
  const text = cells.get(place) ?? "";
  if (selection.mode === "select") sheet.before = text;
  const step = (next: SelectionStep) => (sheet.selection = stepSelection(sheet.selection, next, shape));
  const intent = keyIntent(
    { key: name, mod: false, alt: false, shift },
    { mode: selection.mode, isFlag: false, isEmpty: text === "" },
  );
  if (intent?.kind === "move" || intent?.kind === "extend") step(intent);
  else if (intent?.kind === "edit") step({ kind: "edit" });
  else if (intent?.kind === "clear") {
    const { rowIds, members } = rangeOf(selection, shape);
    for (const rowId of rowIds) for (const member of members) cells.set(`${rowId} ${member}`, "");
  } else if (intent?.kind === "escape") {
    if (selection.mode !== "select") cells.set(place, sheet.before);
    step({ kind: selection.mode === "select" ? "one-cell" : "settle" });
  } else if (!intent && name.length === 1) {
    cells.set(place, selection.mode === "select" ? name : text + name);
    step({ kind: "typed" });
  } else if (!intent && name === "Backspace") cells.set(place, text.slice(0, -1));
}

describe("any keys and clicks", () => {
  const names = [
    "1",
    "2",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Enter",
    "F2",
    "Escape",
    "Delete",
    "Backspace",
    "Home",
    "End",
  ];
  const hand = fc.oneof(
    fc.record({ key: fc.constantFrom(...names), shift: fc.boolean() }),
    fc.record({ row: fc.nat(3), column: fc.nat(2), shift: fc.boolean() }),
  );

  it("change only selected cells, and a first letter replaces", () => {
    fc.assert(
      fc.property(fc.array(hand, { maxLength: 60 }), (hands) => {
        const cells = new Map(
          shape.rowIds.flatMap((rowId) => shape.members.map((member) => [`${rowId} ${member}`, "120.10"])),
        );
        const sheet: Sheet = { cells, selection: after(at("r1", "cpt")), before: "120.10" };
        for (const each of hands) {
          const was = new Map(cells);
          const { selection } = sheet;
          const place = keyOf(selection);
          const chosen = rangeOf(selection, shape);
          if ("key" in each) press(sheet, each.key, each.shift);
          else {
            const cell = { rowId: shape.rowIds[each.row] ?? "", member: shape.members[each.column] ?? "" };
            sheet.selection = stepSelection(
              selection,
              { kind: each.shift ? "extend-to" : "at", cell },
              shape,
            );
          }
          for (const [name, text] of cells) {
            if (text === was.get(name)) continue;
            const [rowId = "", member = ""] = name.split(" ");
            expect(chosen.rowIds.includes(rowId) && chosen.members.includes(member)).toBe(true);
          }
          if ("key" in each && /^\d$/.test(each.key) && selection.mode === "select")
            expect(cells.get(place)).toBe(each.key);
          if ("key" in each && each.key === "Escape" && selection.mode !== "select")
            expect([cells.get(place), sheet.selection.mode]).toEqual([sheet.before, "select"]);
          const now = rangeOf(sheet.selection, shape);
          const { active, mode } = sheet.selection;
          expect(now.rowIds.includes(active?.rowId ?? "") && now.members.includes(active?.member ?? "")).toBe(
            true,
          );
          // Typing happens in one cell only.
          if (mode !== "select") expect(isRange(now)).toBe(false);
          if (!("key" in each)) expect(cells).toEqual(was);
        }
      }),
      { numRuns: 500 },
    );
  });
});
