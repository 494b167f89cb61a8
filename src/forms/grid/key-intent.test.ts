import { describe, expect, it } from "vitest";
import { keyIntent, type Key, type KeyState } from "./key-intent.ts";

const still: KeyState = {
  isEditing: false,
  caretAtStart: false,
  caretAtEnd: true,
  isFlag: false,
  hasSelectedRows: false,
};
const inText: KeyState = { ...still, isEditing: true, caretAtEnd: false };
const key = (name: string, held: Partial<Key> = {}): Key => ({
  key: name,
  mod: false,
  alt: false,
  shift: false,
  ...held,
});

describe("keys in a grid", () => {
  it("leaves the caret its arrows while a text is edited, and moves from its edge", () => {
    expect(keyIntent(key("ArrowLeft"), inText)).toBeUndefined();
    expect(keyIntent(key("ArrowLeft"), { ...inText, caretAtStart: true })).toEqual({
      kind: "move",
      rows: 0,
      columns: -1,
    });
    expect(keyIntent(key("ArrowLeft"), still)).toEqual({ kind: "move", rows: 0, columns: -1 });
    expect(keyIntent(key("ArrowDown"), inText)).toEqual({ kind: "move", rows: 1, columns: 0 });
  });

  it.each([
    [key("d", { mod: true }), "fill-down"],
    [key("D", { mod: true, shift: true }), "duplicate"],
    [key("Enter", { mod: true, shift: true }), "insert"],
    [key("Backspace", { mod: true, shift: true }), "remove"],
    [key("F2"), "edit"],
    [key("Escape"), "undo-cell"],
    [key("ArrowUp", { alt: true }), "move-rows"],
    [key("ArrowDown", { shift: true }), "select-rows"],
    [key(" ", { shift: true }), "select-rows"],
    [key("Enter"), "row-end"],
    [key("End", { mod: true }), "corner"],
  ])("%o means %s", (pressed, kind) => {
    expect(keyIntent(pressed, still)?.kind).toBe(kind);
  });

  it("never takes rows away by Delete while a text is edited or no row is selected", () => {
    expect(keyIntent(key("Delete"), still)).toBeUndefined();
    expect(keyIntent(key("Delete"), { ...inText, hasSelectedRows: true })).toBeUndefined();
    expect(keyIntent(key("Delete"), { ...still, hasSelectedRows: true })).toEqual({
      kind: "remove-selected",
    });
  });

  it("leaves undo, copy and paste to others", () => {
    for (const letter of ["z", "c", "v", "x"])
      expect(keyIntent(key(letter, { mod: true }), still)).toBeUndefined();
  });
});
