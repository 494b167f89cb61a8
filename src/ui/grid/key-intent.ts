import type { CellMode } from "./selection-types.ts";

export type KeyIntent =
  | { readonly kind: "move" | "extend"; readonly rows: number; readonly columns: number }
  | { readonly kind: "go-on"; readonly back: boolean }
  | { readonly kind: "corner"; readonly end: boolean }
  | { readonly kind: "move-rows"; readonly by: -1 | 1 }
  | {
      readonly kind:
        | "edit"
        | "escape"
        | "clear"
        | "fill-down"
        | "insert"
        | "duplicate"
        | "remove"
        | "whole-rows"
        | "select-all";
    };

export interface KeyState {
  readonly mode: CellMode;
  readonly isFlag: boolean;
  readonly isEmpty: boolean;
}

export interface Key {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const page = 10;
/** More columns than any grid has. */
const allColumns = 1000;

function withMod({ key, shift }: Key, { mode, isFlag }: KeyState): KeyIntent | undefined {
  const letter = key.toLowerCase();
  if (letter === "d") return { kind: shift ? "duplicate" : "fill-down" };
  if (shift && key === "Enter") return { kind: "insert" };
  if (shift && (key === "Backspace" || key === "Delete")) return { kind: "remove" };
  if (mode !== "select" && !isFlag) return undefined;
  if (!shift && (key === "Home" || key === "End")) return { kind: "corner", end: key === "End" };
  if (letter === "a" && !shift) return { kind: "select-all" };
  return undefined;
}

function arrowIntent({ key, shift, alt }: Key, state: KeyState): KeyIntent | undefined {
  const [rows = 0, columns = 0] = arrows[key] ?? [];
  const isStill = state.mode === "select" || state.isFlag;
  if (alt) return rows === 0 ? undefined : { kind: "move-rows", by: rows < 0 ? -1 : 1 };
  // A new entry is finished; while editing text, Shift selects characters.
  if (shift)
    return isStill || (state.mode === "enter" && rows !== 0) ? { kind: "extend", rows, columns } : undefined;
  // While editing with the caret, arrows move in the text; a new entry is left by any arrow.
  if (!isStill && state.mode === "edit" && columns !== 0) return undefined;
  return { kind: "move", rows, columns };
}

function stillIntent({ key, shift }: Key): KeyIntent | undefined {
  switch (key) {
    case "Home":
    case "End":
      return {
        kind: shift ? "extend" : "move",
        rows: 0,
        columns: key === "Home" ? -allColumns : allColumns,
      };
    case " ":
      return shift ? { kind: "whole-rows" } : undefined;
    case "Delete":
    case "Backspace":
      return { kind: "clear" };
    default:
      return undefined;
  }
}

/** The action of a key in a cell; undefined leaves the key to the input. */
export function keyIntent(key: Key, state: KeyState): KeyIntent | undefined {
  if (key.mod) return key.alt ? undefined : withMod(key, state);
  if (key.key in arrows) return arrowIntent(key, state);
  if (key.alt) return undefined;
  const isStill = state.mode === "select";
  switch (key.key) {
    case "Enter":
      // A checkbox or an empty cell has nothing to edit: typing does the same.
      if (isStill && !key.shift && !state.isFlag && !state.isEmpty) return { kind: "edit" };
      return { kind: "go-on", back: key.shift };
    case "F2":
      return { kind: "edit" };
    case "Escape":
      return { kind: "escape" };
    case "PageUp":
    case "PageDown":
      return { kind: key.shift ? "extend" : "move", rows: key.key === "PageUp" ? -page : page, columns: 0 };
    default:
      return isStill || state.isFlag ? stillIntent(key) : undefined;
  }
}
