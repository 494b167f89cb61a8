/** What a key means in a grid. */
export type KeyIntent =
  | { readonly kind: "move"; readonly rows: number; readonly columns: number }
  | { readonly kind: "row-end"; readonly back: boolean }
  | { readonly kind: "corner"; readonly end: boolean }
  | { readonly kind: "select-rows"; readonly by: -1 | 0 | 1 }
  | { readonly kind: "move-rows"; readonly by: -1 | 1 }
  | {
      readonly kind:
        | "edit"
        | "undo-cell"
        | "fill-down"
        | "insert"
        | "duplicate"
        | "remove"
        | "remove-selected"
        | "select-all";
    };

/** What the cell is in when a key is pressed. */
export interface KeyState {
  /** True while the caret is in the text; false when the cell as a whole stands selected. */
  readonly isEditing: boolean;
  readonly caretAtStart: boolean;
  readonly caretAtEnd: boolean;
  readonly isFlag: boolean;
  readonly hasSelectedRows: boolean;
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

function withMod({ key, shift }: Key, state: KeyState): KeyIntent | undefined {
  const letter = key.toLowerCase();
  if (letter === "d") return { kind: shift ? "duplicate" : "fill-down" };
  if (shift && key === "Enter") return { kind: "insert" };
  if (shift && (key === "Backspace" || key === "Delete")) return { kind: "remove" };
  if (key === "Home" || key === "End") return { kind: "corner", end: key === "End" };
  if (letter === "a" && !shift && (!state.isEditing || state.isFlag)) return { kind: "select-all" };
  return undefined;
}

function arrowIntent({ key, shift, alt }: Key, state: KeyState): KeyIntent | undefined {
  const [rows = 0, columns = 0] = arrows[key] ?? [];
  if (rows !== 0) {
    const by = rows < 0 ? -1 : 1;
    if (alt) return { kind: "move-rows", by };
    return shift ? { kind: "select-rows", by } : { kind: "move", rows, columns };
  }
  if (alt || shift) return undefined;
  const free = !state.isEditing || state.isFlag || (columns < 0 ? state.caretAtStart : state.caretAtEnd);
  return free ? { kind: "move", rows, columns } : undefined;
}

/** The meaning of a key in a cell; undefined leaves it to the input. */
export function keyIntent(key: Key, state: KeyState): KeyIntent | undefined {
  if (key.mod) return key.alt ? undefined : withMod(key, state);
  if (key.key in arrows) return arrowIntent(key, state);
  if (key.alt) return undefined;
  switch (key.key) {
    case "Enter":
      return { kind: "row-end", back: key.shift };
    case "F2":
      return { kind: "edit" };
    case "Escape":
      return { kind: "undo-cell" };
    case "PageUp":
    case "PageDown":
      return { kind: "move", rows: key.key === "PageUp" ? -page : page, columns: 0 };
    case " ":
      return key.shift && !state.isEditing ? { kind: "select-rows", by: 0 } : undefined;
    case "Delete":
      return state.hasSelectedRows && !state.isEditing ? { kind: "remove-selected" } : undefined;
    default:
      return undefined;
  }
}
