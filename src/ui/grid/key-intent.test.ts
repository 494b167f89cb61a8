import { describe, expect, it } from "vitest";
import { keyIntent, type Key, type KeyState } from "./key-intent.ts";

const still: KeyState = { mode: "select", isFlag: false, isEmpty: false };
const entering: KeyState = { ...still, mode: "enter" };
const editing: KeyState = { ...still, mode: "edit" };
const key = (name: string, held: Partial<Key> = {}): Key => ({
  key: name,
  mod: false,
  alt: false,
  shift: false,
  ...held,
});
const move = (rows: number, columns: number) => ({ kind: "move", rows, columns });

describe("keys in a grid", () => {
  it("leaves the caret its arrows only while text is edited", () => {
    expect(keyIntent(key("ArrowLeft"), editing)).toBeUndefined();
    expect(keyIntent(key("ArrowLeft"), entering)).toEqual(move(0, -1));
    expect(keyIntent(key("ArrowLeft"), still)).toEqual(move(0, -1));
    expect(keyIntent(key("ArrowDown"), editing)).toEqual(move(1, 0));
    expect(keyIntent(key("ArrowLeft"), { ...editing, isFlag: true })).toEqual(move(0, -1));
  });

  it.each([
    [key("d", { mod: true }), "fill-down"],
    [key("D", { mod: true, shift: true }), "duplicate"],
    [key("Enter", { mod: true, shift: true }), "insert"],
    [key("Backspace", { mod: true, shift: true }), "remove"],
    [key("F2"), "edit"],
    [key("Enter"), "edit"],
    [key("Escape"), "escape"],
    [key("Delete"), "clear"],
    [key("Backspace"), "clear"],
    [key("ArrowUp", { alt: true }), "move-rows"],
    [key("ArrowDown", { shift: true }), "extend"],
    [key("ArrowLeft", { shift: true }), "extend"],
    [key(" ", { shift: true }), "whole-rows"],
    [key("Enter", { shift: true }), "go-on"],
    [key("End", { mod: true }), "corner"],
    [key("a", { mod: true }), "select-all"],
    [key("Home"), "move"],
  ])("%o on a selected cell means %s", (pressed, kind) => {
    expect(keyIntent(pressed, still)?.kind).toBe(kind);
  });

  it("leaves a text its own keys while it is typed", () => {
    const own = [
      key("Delete"),
      key("Backspace"),
      key("Home"),
      key("End"),
      key(" "),
      key("a", { mod: true }),
      key("ArrowLeft", { shift: true }),
    ];
    for (const state of [entering, editing])
      for (const pressed of own) expect(keyIntent(pressed, state)).toBeUndefined();
    expect(keyIntent(key("ArrowDown", { shift: true }), editing)).toBeUndefined();
    expect(keyIntent(key("ArrowDown", { shift: true }), entering)?.kind).toBe("extend");
  });

  it("moves on with Enter after typing, or where nothing edits", () => {
    for (const state of [entering, editing, { ...still, isEmpty: true }, { ...still, isFlag: true }])
      expect(keyIntent(key("Enter"), state)).toEqual({ kind: "go-on", back: false });
  });

  it("leaves letters, dead keys and input methods to the input", () => {
    for (const name of ["a", "9", "Dead", "Process", "Unidentified", "Tab"])
      for (const state of [still, entering, editing]) expect(keyIntent(key(name), state)).toBeUndefined();
    for (const letter of ["z", "c", "v", "x"])
      expect(keyIntent(key(letter, { mod: true }), still)).toBeUndefined();
  });
});
