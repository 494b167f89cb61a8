import type { DraftEvent } from "#room/billing/draft-event.ts";
import { RowValues, type WireRows } from "./row-values.ts";
import type { DraftStore } from "./draft-store.ts";
import {
  isFresh,
  listPaths,
  type Draft,
  type DraftSource,
  type ListName,
  type ListRows,
  type RowDraft,
} from "./draft.ts";
import { History, reversed, type CellValue, type HistoryView, type Patch } from "./history.ts";
import { bindWaiting, linksOfText, textOfLinks } from "./links.ts";
import { nameOfPlace, type Place, type RowOrder } from "./place.ts";

/** What changed, for whoever keeps something that depends on it. */
export interface DraftChange {
  readonly cells: readonly Place[];
  readonly lists: readonly ListName[];
  /** True when the change came by typing in its field, which shows it already. */
  readonly typed: boolean;
}

/** The sources that a draft grows by: rows that were copied or inserted bring their JSON along. */
export interface GrowingSource extends DraftSource {
  readonly rows: Map<string, unknown>;
  readonly links: Map<string, unknown>;
  readonly fresh: Map<string, string>;
  /**
   * The texts that the fee schedule has written into a cell, by row and member: while one of them stands there, and be it
   * after an undo, nobody typed it.
   */
  readonly filled: Map<string, ReadonlySet<string>>;
}

/**
 * The one way in which a visit's draft is read and changed. The store holds the values; this adds rows by id, undo, and telling what changed without comparing documents.
 */
export class VisitDraft {
  readonly #store: DraftStore;
  readonly source: GrowingSource;
  readonly #history = new History();
  readonly #listeners = new Set<(change: DraftChange) => void>();
  readonly #orderListeners = new Set<() => void>();
  readonly #historyListeners = new Set<() => void>();
  #order: RowOrder;
  readonly #values: RowValues;
  #collecting: Patch[] | undefined;
  version = 0;

  constructor(store: DraftStore, source: DraftSource) {
    this.#store = store;
    this.source = {
      ...source,
      rows: new Map(source.rows),
      links: new Map(source.links),
      fresh: new Map(source.fresh),
      filled: new Map(),
    };
    this.#order = this.#readOrder();
    this.#values = new RowValues(() => this.draft(), this.source);
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
    return this.#store.read();
  }

  rows<L extends ListName>(list: L): readonly ListRows[L][] {
    return this.#store.rows[list];
  }

  row(list: ListName, rowId: string): RowDraft | undefined {
    return this.rows(list)[this.#order[list].indexOf(rowId)];
  }

  order = (): RowOrder => this.#order;
  history = (): HistoryView => this.#history.view();

  subscribe = (listener: (change: DraftChange) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  subscribeOrder = (listener: () => void): (() => void) => {
    this.#orderListeners.add(listener);
    return () => this.#orderListeners.delete(listener);
  };
  subscribeHistory = (listener: () => void): (() => void) => {
    this.#historyListeners.add(listener);
    return () => this.#historyListeners.delete(listener);
  };

  #held(place: Place): CellValue {
    let value: unknown = "path" in place ? this.draft().fields : this.row(place.list, place.rowId);
    for (const part of ("path" in place ? place.path : place.member).split(".")) {
      value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
    }
    // Leaves of a draft are texts, or the links of a charge.
    return (value ?? "") as CellValue;
  }

  /** What the field at this place shows. */
  text(place: Place): string {
    const held = this.#held(place);
    return typeof held === "string" ? held : textOfLinks(held, this.rows("diagnosis"));
  }

  #valueOf(place: Place, text: string): CellValue {
    if ("path" in place || place.list !== "charges" || place.member !== "indicatedBy") return text;
    const before = this.#held(place);
    return linksOfText(text, this.rows("diagnosis"), typeof before === "string" ? [] : before);
  }

  /** Takes what was typed in a field. Typing on in the same field is one step of the history. */
  type(place: Place, text: string, label: string): void {
    const before = this.#held(place);
    const after = this.#valueOf(place, text);
    if (before === after) return;
    const patch = { kind: "cell", place, before, after } as const;
    const began = "list" in place && place.list === "diagnosis" && this.#isBlank(place.rowId);
    this.#apply([patch], true);
    if (this.#collecting) this.#collecting.push(patch);
    else if (!this.#history.addTyped(label, patch, Date.now())) this.#tellHistory();
    // At its first key, so that a reload cannot come between a diagnosis and the letters that waited for it.
    if (began) this.amend(() => this.#bindWaiting("Link charges"));
  }

  #isBlank(diagnosisRowId: string): boolean {
    const row = this.row("diagnosis", diagnosisRowId);
    return row !== undefined && isFresh(row, this.source);
  }

  /** Gives a field back what it held before it was typed in; false when nothing was typed there just now. */
  takeBack(place: Place): boolean {
    const step = this.#history.dropTyped(place);
    if (!step) return false;
    this.#apply(step.patches.map(reversed).toReversed(), false);
    this.#tellHistory();
    return true;
  }

  /** The field is left. */
  seal(): void {
    this.#history.seal();
  }

  /** Everything that `change` does is one step of the history. */
  step(label: string, change: () => void): void {
    if (this.#collecting) {
      change();
      return;
    }
    const patches: Patch[] = [];
    this.#history.seal();
    this.#collecting = patches;
    try {
      change();
    } finally {
      this.#collecting = undefined;
    }
    this.#history.add(label, patches, Date.now());
    if (patches.length > 0) this.#tellHistory();
  }

  /** What `change` does follows from the step before it, and is undone with it. */
  amend(change: () => void): void {
    const patches: Patch[] = [];
    this.#collecting = patches;
    try {
      change();
    } finally {
      this.#collecting = undefined;
    }
    this.#history.amend(patches);
    if (patches.length > 0) this.#tellHistory();
  }

  #do(label: string, patches: readonly Patch[]): void {
    this.#apply(patches, false);
    if (this.#collecting) {
      this.#collecting.push(...patches);
      return;
    }
    this.#history.add(label, patches, Date.now());
    this.#tellHistory();
  }

  /** Writes a cell by a command; its field is told. */
  set(place: Place, text: string, label: string): void {
    this.setValue(place, this.#valueOf(place, text), label);
  }

  setValue(place: Place, after: CellValue, label: string): void {
    const before = this.#held(place);
    if (before !== after) this.#do(label, [{ kind: "cell", place, before, after }]);
  }

  /** Replaces the rows of a list: added, taken out, moved. Links that waited for their diagnosis are bound. */
  setRows(list: ListName, rows: readonly RowDraft[], label: string): void {
    this.step(label, () => {
      const before = this.rows(list);
      // A patch of the same rows would be a step that does nothing.
      if (rows.length === before.length && rows.every((row, at) => row.rowId === before[at]?.rowId)) return;
      this.#do(label, [{ kind: "rows", list, before, after: rows }]);
      if (list === "diagnosis") this.#bindWaiting(label);
    });
  }

  #bindWaiting(label: string): void {
    const diagnoses = this.rows("diagnosis").map((row) => (isFresh(row, this.source) ? undefined : row));
    for (const row of this.rows("charges")) {
      const bound = bindWaiting(row.indicatedBy, diagnoses);
      if (bound !== row.indicatedBy) {
        this.setValue({ list: "charges", rowId: row.rowId, member: "indicatedBy" }, bound, label);
      }
    }
  }

  /** Binds letters and codes that were typed before their diagnosis existed; for when a diagnosis was typed in. */
  bindLetters(): void {
    this.step("Link charges to the new diagnosis", () => this.#bindWaiting("Link charges"));
  }

  /** The event goes on under another eventId. No step of the history: it cannot be taken back. */
  goOnAs(eventId: string): void {
    const place = { path: "eventId" };
    this.#apply([{ kind: "cell", place, before: this.#held(place), after: eventId }], false);
  }

  undo(): string | undefined {
    const step = this.#history.undo();
    if (step) this.#apply(step.patches.map(reversed).toReversed(), false);
    this.#tellHistory();
    return step?.label;
  }

  redo(): string | undefined {
    const step = this.#history.redo();
    if (step) this.#apply(step.patches, false);
    this.#tellHistory();
    return step?.label;
  }

  #apply(patches: readonly Patch[], typed: boolean): void {
    const cells: Place[] = [];
    const lists = new Set<ListName>();
    for (const patch of patches) {
      if (patch.kind === "rows") {
        this.#store.write(listPaths[patch.list], patch.after);
        this.#order = { ...this.#order, [patch.list]: patch.after.map((row) => row.rowId) };
        lists.add(patch.list);
      } else {
        const name = nameOfPlace(patch.place, this.#order);
        if (name !== undefined) this.#store.write(name, patch.after);
        cells.push(patch.place);
      }
    }
    this.#values.forget(cells, lists);
    this.version += 1;
    for (const listener of this.#listeners) listener({ cells, lists: [...lists], typed });
    if (lists.size > 0) for (const listener of this.#orderListeners) listener();
  }

  #tellHistory(): void {
    for (const listener of this.#historyListeners) listener();
  }

  /** The wire object of a row as it stands; the same object until the row changes. */
  rowValue<L extends ListName>(list: L, row: RowDraft): WireRows[L] {
    return this.#values.of(list, row);
  }

  /** The event as it stands. Rows that were added and not typed in are no part of it. */
  event(): DraftEvent {
    return this.#values.event();
  }

  /** The rows that are part of the event, in its order: an index of the event is an index of this. */
  sentRows(list: ListName): readonly string[] {
    return this.rows(list).flatMap((row) => (isFresh(row, this.source) ? [] : [row.rowId]));
  }
}
