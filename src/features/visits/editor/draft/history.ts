import type { ListName, Link, RowDraft } from "./draft.ts";
import { isSameField, type CellRef, type FieldRef } from "./field-ref.ts";

export type CellValue = string | readonly Link[];

export type Patch =
  | { readonly kind: "cell"; readonly place: FieldRef; readonly before: CellValue; readonly after: CellValue }
  | {
      readonly kind: "rows";
      readonly list: ListName;
      readonly before: readonly RowDraft[];
      readonly after: readonly RowDraft[];
    }
  /** The text of a charge's cell that nobody typed, if there is one. */
  | {
      readonly kind: "filled";
      readonly place: CellRef;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

export interface Step {
  readonly id: number;
  readonly label: string;
  readonly at: number;
  /** True if the label is the name of the field that was typed in. */
  readonly isTyped?: boolean;
  readonly patches: readonly Patch[];
}

/** Steps done and undone; the same object until a step is made, undone or redone. */
export interface HistoryView {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export function reversed(patch: Patch): Patch {
  // Swapping before and after keeps the patch's kind.
  return { ...patch, before: patch.after, after: patch.before } as Patch;
}

/** With one more patch: what a cell becomes again and again, as at each key, is one. */
function followedBy(patches: readonly Patch[], next: Patch): readonly Patch[] {
  const at = patches.length - 1;
  const last = patches[at];
  const isAgain = last?.kind === "cell" && next.kind === "cell" && isSameField(last.place, next.place);
  return isAgain ? patches.with(at, { ...last, after: next.after }) : [...patches, next];
}

const limit = 500;

/** Undo and redo. Typing in one cell is one step until focus leaves the cell. */
export class History {
  #view: HistoryView = { done: [], undone: [] };
  #open: FieldRef | undefined;
  #nextId = 1;

  view(): HistoryView {
    return this.#view;
  }

  add(label: string, patches: readonly Patch[], now: number, isTyped = false): void {
    if (patches.length === 0) return;
    this.#open = undefined;
    const step = { id: this.#nextId++, label, at: now, patches, isTyped };
    this.#view = { done: [...this.#view.done.slice(1 - limit), step], undone: [] };
  }

  /** Adds a typed change. Returns true if it was merged into the open step, so that the list of steps is unchanged. */
  addTyped(label: string, patch: Patch & { kind: "cell" }, now: number): boolean {
    const last = this.#view.done.at(-1);
    const [first] = last?.patches ?? [];
    if (last && first?.kind === "cell" && this.#open && isSameField(this.#open, patch.place)) {
      const merged: Step = { ...last, patches: [{ ...first, after: patch.after }, ...last.patches.slice(1)] };
      this.#view = { done: [...this.#view.done.slice(0, -1), merged], undone: [] };
      return true;
    }
    this.add(label, [patch], now, true);
    this.#open = patch.place;
    return false;
  }

  isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Adds resulting changes to the last step, so that both are undone together. */
  amend(patches: readonly Patch[]): void {
    const last = this.#view.done.at(-1);
    if (!last || patches.length === 0) return;
    const merged = { ...last, patches: patches.reduce(followedBy, last.patches) };
    this.#view = { ...this.#view, done: [...this.#view.done.slice(0, -1), merged] };
  }

  /**
   * Call when focus leaves the cell: its next change is a new step. A step that changed nothing is dropped. Returns true
   * if a step was open.
   */
  seal(): boolean {
    if (!this.#open) return false;
    this.#open = undefined;
    const last = this.#view.done.at(-1);
    if (last?.patches.every((patch) => patch.kind === "cell" && patch.before === patch.after)) {
      this.#view = { ...this.#view, done: this.#view.done.slice(0, -1) };
    }
    return true;
  }

  /** Removes the step being typed at this place, as if it had never happened. */
  dropTyped(place: FieldRef): Step | undefined {
    if (!this.#open || !isSameField(this.#open, place)) return undefined;
    this.#open = undefined;
    const step = this.#view.done.at(-1);
    this.#view = { ...this.#view, done: this.#view.done.slice(0, -1) };
    return step;
  }

  undo(): Step | undefined {
    this.seal();
    const step = this.#view.done.at(-1);
    if (step) this.#view = { done: this.#view.done.slice(0, -1), undone: [...this.#view.undone, step] };
    return step;
  }

  redo(): Step | undefined {
    this.seal();
    const step = this.#view.undone.at(-1);
    if (step) this.#view = { done: [...this.#view.done, step], undone: this.#view.undone.slice(0, -1) };
    return step;
  }
}
