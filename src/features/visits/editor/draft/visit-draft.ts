import { Listeners } from "#room/signals/listeners.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import { RowValues, type WireRows } from "./row-values.ts";
import { withValueAt } from "./value-at.ts";
import {
  isPristine,
  type Draft,
  type DraftSource,
  type GrowingSource,
  type ListName,
  type ListRows,
  type RowDraft,
} from "./draft.ts";
import { History, reversed, type CellValue, type HistoryView, type Patch } from "./history.ts";
import { bindWaiting, linksOfText, textOfLinks } from "./links.ts";
import {
  cellKey,
  visitNameAt,
  visitNameOf,
  type CellRef,
  type FieldRef,
  type RowOrder,
} from "./field-ref.ts";

export interface DraftChange {
  readonly cells: readonly FieldRef[];
  readonly lists: readonly ListName[];
  /** True if the change was typed in its field, which already shows it. */
  readonly typed: boolean;
}

/**
 * The only way to read and change a visit's draft: a value that each change replaces, sharing what it leaves alone, so that
 * whatever is derived from a row holds as long as the row is the same object.
 */
export class VisitDraft {
  #draft: Draft;
  readonly source: GrowingSource;
  readonly #history = new History();
  readonly #listeners = new Listeners<[DraftChange]>();
  readonly #orderListeners = new Listeners();
  readonly #historyListeners = new Listeners();
  #order: RowOrder;
  readonly #values: RowValues;
  #collecting: Patch[] | undefined;
  #untold: { readonly cells: FieldRef[]; readonly lists: Set<ListName> } = { cells: [], lists: new Set() };

  constructor(draft: Draft, source: DraftSource) {
    this.#draft = draft;
    this.source = {
      ...source,
      rows: new Map(source.rows),
      links: new Map(source.links),
      fresh: new Map(source.fresh),
      filled: new Map(),
    };
    this.#order = this.#readOrder();
    this.#values = new RowValues(this.source);
  }

  #readOrder(): RowOrder {
    const ids = (list: ListName) => this.rows(list).map((row) => row.rowId);
    return {
      charges: ids("charges"),
      diagnosis: ids("diagnosis"),
      payments: ids("payments"),
      rulesLogs: ids("rulesLogs"),
    };
  }

  draft(): Draft {
    return this.#draft;
  }

  rows<L extends ListName>(list: L): readonly ListRows[L][] {
    return this.#draft.rows[list];
  }

  row(list: ListName, rowId: string): RowDraft | undefined {
    return this.rows(list)[this.#order[list].indexOf(rowId)];
  }

  order = (): RowOrder => this.#order;
  history = (): HistoryView => this.#history.view();

  subscribe = this.#listeners.add;
  subscribeOrder = this.#orderListeners.add;
  subscribeHistory = this.#historyListeners.add;

  #held(place: FieldRef): CellValue {
    let value: unknown = "path" in place ? this.draft().fields : this.row(place.list, place.rowId);
    for (const part of ("path" in place ? place.path : place.member).split(".")) {
      value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
    }
    // Leaves of a draft are texts or a charge's links.
    return (value ?? "") as CellValue;
  }

  text(place: FieldRef): string {
    const name = visitNameAt(place);
    if (name) return visitNameOf(this.rows("charges"), name);
    const held = this.#held(place);
    return typeof held === "string" ? held : textOfLinks(held, this.rows("diagnosis"));
  }

  #valueOf(place: FieldRef, text: string): CellValue {
    if ("path" in place || place.list !== "charges" || place.member !== "indicatedBy") return text;
    const before = this.#held(place);
    return linksOfText(text, this.rows("diagnosis"), typeof before === "string" ? [] : before);
  }

  /** Records typed text. Continued typing in the same field is one undo step. */
  type(place: FieldRef, text: string, label: string): void {
    const before = this.#held(place);
    const after = this.#valueOf(place, text);
    if (before === after) return;
    const patch = { kind: "cell", place, before, after } as const;
    const began = "list" in place && place.list === "diagnosis" && this.#isBlank(place.rowId);
    this.#apply([patch], true);
    if (this.#collecting) this.#collecting.push(patch);
    else if (!this.#history.addTyped(label, patch, Date.now())) this.#historyListeners.tell();
    // On its first key, so that a reload cannot separate a diagnosis from the letters that waited for it.
    if (began) this.amend(() => this.bindLetters());
  }

  #isBlank(diagnosisRowId: string): boolean {
    const row = this.row("diagnosis", diagnosisRowId);
    return row !== undefined && isPristine(row, this.source);
  }

  /** Restores a field to its content before typing; returns false if nothing was just typed there. */
  takeBack(place: FieldRef): boolean {
    const step = this.#history.dropTyped(place);
    if (!step) return false;
    this.#apply(step.patches.map(reversed).toReversed(), false);
    this.#historyListeners.tell();
    return true;
  }

  /** Call when focus leaves the field. While it is typed in, its step is not told: that would cost each key. */
  seal(): void {
    if (this.#history.seal()) this.#historyListeners.tell();
  }

  step(label: string, change: () => void): void {
    if (this.#collecting) return change();
    this.#history.seal();
    const patches = this.#collect(change);
    this.#history.add(label, patches, Date.now());
    if (patches.length > 0) this.#historyListeners.tell();
  }

  /** Adds the changes of `change` to the previous step, to be undone with it. */
  amend(change: () => void): void {
    const patches = this.#collect(change);
    this.#history.amend(patches);
    if (patches.length > 0 && !this.#history.isOpen()) this.#historyListeners.tell();
  }

  /** What a change does. It is told at its end: told cell by cell, each line of a paste would cost all lines. */
  #collect(change: () => void): readonly Patch[] {
    const patches: Patch[] = [];
    this.#collecting = patches;
    try {
      change();
    } finally {
      this.#collecting = undefined;
      this.#tell(false);
    }
    return patches;
  }

  #do(patch: Patch): void {
    if (!this.#collecting) throw new Error("Only typing changes a visit outside of a step");
    this.#apply([patch], false);
    this.#collecting.push(patch);
  }

  /** This and what follows are called within a step, or amend one. */
  set(place: FieldRef, text: string): void {
    this.setValue(place, this.#valueOf(place, text));
  }

  setValue(place: FieldRef, after: CellValue): void {
    const before = this.#held(place);
    if (before !== after) this.#do({ kind: "cell", place, before, after });
  }

  /** Marks this text of a charge's cell as one that nobody typed; without a text, the cell as typed. */
  setFilled(place: CellRef, after: string | undefined): void {
    const before = this.source.filled.get(cellKey(place));
    if (before !== after) this.#do({ kind: "filled", place, before, after });
  }

  /** Replaces the rows of a list (added, removed, moved) and links letters that waited for their diagnosis. */
  setRows(list: ListName, rows: readonly RowDraft[]): void {
    const before = this.rows(list);
    // A patch with the same rows would be a step that does nothing.
    if (rows.length === before.length && rows.every((row, at) => row.rowId === before[at]?.rowId)) return;
    this.#do({ kind: "rows", list, before, after: rows });
    if (list === "diagnosis") this.bindLetters();
  }

  /** Links letters and codes that were typed before their diagnosis existed. */
  bindLetters(): void {
    const diagnoses = this.rows("diagnosis").map((row) => (isPristine(row, this.source) ? undefined : row));
    for (const row of this.rows("charges")) {
      const bound = bindWaiting(row.indicatedBy, diagnoses);
      if (bound !== row.indicatedBy) {
        this.setValue({ list: "charges", rowId: row.rowId, member: "indicatedBy" }, bound);
      }
    }
  }

  /** Continues under another eventId. Not an undo step. */
  continueAs(eventId: string): void {
    const place = { path: "eventId" };
    this.#apply([{ kind: "cell", place, before: this.#held(place), after: eventId }], false);
  }

  undo(): string | undefined {
    const step = this.#history.undo();
    if (step) this.#apply(step.patches.map(reversed).toReversed(), false);
    this.#historyListeners.tell();
    return step?.label;
  }

  redo(): string | undefined {
    const step = this.#history.redo();
    if (step) this.#apply(step.patches, false);
    this.#historyListeners.tell();
    return step?.label;
  }

  #apply(patches: readonly Patch[], typed: boolean): void {
    if (typed) this.#tell(false);
    const { cells, lists } = this.#untold;
    for (const patch of patches) {
      if (patch.kind === "rows") {
        this.#setRows(patch.list, patch.after);
        this.#order = { ...this.#order, [patch.list]: patch.after.map((row) => row.rowId) };
        lists.add(patch.list);
      } else {
        if (patch.kind === "cell") this.#setCell(patch.place, patch.after);
        else if (patch.after === undefined) this.source.filled.delete(cellKey(patch.place));
        else this.source.filled.set(cellKey(patch.place), patch.after);
        cells.push(patch.place);
      }
    }
    if (typed || !this.#collecting) this.#tell(typed);
  }

  #tell(typed: boolean): void {
    const { cells, lists } = this.#untold;
    if (cells.length === 0 && lists.size === 0) return;
    this.#untold = { cells: [], lists: new Set() };
    this.#listeners.tell({ cells, lists: [...lists], typed });
    if (lists.size > 0) this.#orderListeners.tell();
  }

  #setRows(list: ListName, rows: readonly RowDraft[]): void {
    this.#draft = { ...this.#draft, rows: { ...this.#draft.rows, [list]: rows } };
  }

  #setCell(place: FieldRef, value: CellValue): void {
    if ("path" in place) {
      this.#draft = { ...this.#draft, fields: withValueAt(this.#draft.fields, place.path, value) };
      return;
    }
    const at = this.#order[place.list].indexOf(place.rowId);
    const row = this.rows(place.list)[at];
    // A step of a row that is gone.
    if (row) this.#setRows(place.list, this.rows(place.list).with(at, withValueAt(row, place.member, value)));
  }

  /** The same object until the row changes. */
  rowValue<L extends ListName>(list: L, row: RowDraft): WireRows[L] {
    return this.#values.of(this.#draft, list, row);
  }

  /** The current event, without rows that were added but not typed in. */
  event(): DraftEvent {
    return this.#values.event(this.#draft);
  }

  /** The rows that are part of the event, in order: event indexes match this list. */
  sentRows(list: ListName): readonly string[] {
    return this.rows(list).flatMap((row) => (isPristine(row, this.source) ? [] : [row.rowId]));
  }
}
