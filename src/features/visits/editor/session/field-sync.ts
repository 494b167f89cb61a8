import { fieldOf, fieldText, showText, type Field } from "#room/ui/grid/cell-dom.ts";
import { driveList } from "#room/ui/combobox.ts";
import { arOf, followAr } from "#room/features/visits/editor/draft/follow-ar.ts";
import {
  isSameField,
  listOfPath,
  storedAt,
  visitNameAt,
  type FieldRef,
} from "#room/features/visits/editor/draft/field-ref.ts";
import { isFilledByItself } from "#room/features/visits/editor/draft/filled.ts";
import { followFee } from "#room/features/visits/editor/draft/follow-fee.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { writeVisitName } from "#room/features/visits/editor/draft/visit-names.ts";
import { linkDiagnoses } from "#room/features/visits/editor/draft/typed-diagnoses.ts";
import { moveAmount, spreadCode } from "#room/features/visits/editor/draft/split-code.ts";
import { isSearched } from "#room/features/visits/editor/draft/search-at.ts";
import {
  isDateOrTime,
  isReadAtOnce,
  shownText,
  usualText,
} from "#room/features/visits/editor/draft/usual-text.ts";

const cellName = /^(.+)\.(\d+)\.(.+)$/;

/** The place of a field's element: a cell by its row's id, any other by its name. */
export function placeOfField(field: Field): FieldRef {
  const rowId = field.dataset["row"];
  const match = rowId === undefined ? null : cellName.exec(field.name);
  const list = match?.[1] === undefined ? undefined : listOfPath(match[1]);
  if (rowId === undefined || !list) return { path: field.name };
  // The list is the greedy part of the match: `visitCharged.charges` before the index, the member after it.
  return { list, rowId, member: match?.[3] ?? "" };
}

/** What is written together: a list, with what of it stands above the lines, or a field by its path. */
function partOf(shown: FieldRef): string {
  const place = storedAt(shown);
  if ("list" in place) return place.list;
  return visitNameAt(place) ? ("charges" satisfies ListName) : place.path;
}

/** The parts in which a change is visible. Charges show the letters of the diagnoses. */
function touchedBy({ cells, lists }: DraftChange): ReadonlySet<string> {
  const touched = new Set<string>([...lists, ...cells.map(partOf)]);
  if (touched.has("diagnosis")) touched.add("charges");
  return touched;
}

interface SyncParts {
  readonly visit: VisitDraft;
  /** What a place is called, for its undo step. */
  readonly nameOf: (place: FieldRef) => string;
  /** Told of a date or a time that is being typed, which may not be whole yet; undefined when only what is stored beside the draft has changed. */
  readonly onHalf: (place: FieldRef | undefined) => void;
}

export class FieldSync {
  readonly #visit: VisitDraft;
  readonly #nameOf: SyncParts["nameOf"];
  readonly #onHalf: SyncParts["onHalf"];
  readonly #shown = new Map<Field, FieldRef>();
  #changed: FieldRef | undefined;
  #field: Field | undefined;
  #before = "";
  /** The line’s A/R as typing began. */
  #ar: string | undefined;

  constructor({ visit, nameOf, onHalf }: SyncParts) {
    this.#visit = visit;
    this.#nameOf = nameOf;
    this.#onHalf = onHalf;
  }

  /**
   * Keeps the fields in this element in sync with the draft until the returned function is called. Input events are
   * handled here and stopped: see `useCellTyping` for what React's event handling would cost per key.
   */
  attach(root: HTMLElement | null): () => void {
    const typed = (event: Event) => {
      const field = fieldOf(event.target);
      if (!field) return;
      event.stopPropagation();
      this.#typed(field);
    };
    root?.addEventListener("input", typed);
    return () => root?.removeEventListener("input", typed);
  }

  /** A field shows the text of this place, until the returned function is called. */
  hold(field: Field, place: FieldRef): () => void {
    this.#shown.set(field, place);
    this.#mark(field, place);
    if (isSearched(place)) driveList(field);
    return () => this.#shown.delete(field);
  }

  /** The field of the visit's own at this path, if it is on the page. */
  fieldAt(path: string): Field | undefined {
    for (const [field, place] of this.#shown) if ("path" in place && place.path === path) return field;
    return undefined;
  }

  #typed(field: Field): void {
    const place = placeOfField(field);
    if (!this.#changed || !isSameField(this.#changed, place)) {
      // A field can receive text before it has the focus: dropped or dictated, or filled in by the browser.
      this.settle();
      this.#before = this.#visit.text(storedAt(place));
      const ar = arOf(place);
      this.#ar = ar && this.#visit.text(ar);
    }
    this.#changed = place;
    this.#field = field;
    // A part of a name is not for every line: until the field is left, it is stored beside the draft.
    if (visitNameAt(place)) return this.#onHalf(undefined);
    const typed = fieldText(field);
    if (!isReadAtOnce(place)) return this.#visit.type(place, typed, this.#nameOf(place));
    this.#visit.type(
      storedAt(place),
      usualText(this.#visit, place, typed, this.#before),
      this.#nameOf(place),
    );
    if (arOf(place)) this.#visit.amend(() => this.#followAr(place));
    if (!isDateOrTime(place)) return;
    this.#showBeside(field, place);
    this.#onHalf(place);
  }

  #followAr(place: FieldRef): void {
    followAr(this.#visit, place, this.#before, this.#ar);
  }

  /** A time that is typed with its date shows in its own field. */
  #showBeside(typedIn: Field, place: FieldRef): void {
    for (const [field, at] of this.#shown)
      if (field !== typedIn && isSameField(storedAt(at), storedAt(place)))
        showText(field, shownText(at, this.#visit.text(storedAt(at))));
  }

  put(field: Field, text: string): void {
    showText(field, text);
    this.#typed(field);
    this.left(field);
  }

  /** Call when focus leaves a field: puts the typed text into its usual form and ends the undo step. */
  left(target: EventTarget | null): void {
    const field = fieldOf(target);
    const place = this.#changed;
    if (!field || !place || !isSameField(placeOfField(field), place)) return;
    this.forget();
    if ("list" in place && !this.#visit.row(place.list, place.rowId)) return;
    const typed = fieldText(field);
    const text = usualText(this.#visit, place, typed, this.#before);
    const name = visitNameAt(place);
    if (name) {
      writeVisitName(this.#visit, name, text);
      return showText(field, shownText(place, this.#visit.text(place)));
    }
    const at = storedAt(place);
    if (text !== typed) this.#visit.type(at, text, this.#nameOf(place));
    showText(field, shownText(place, this.#visit.text(at)));
    this.#visit.amend(() => this.#followAr(place));
    this.#visit.seal();
    spreadCode(this.#visit, place);
    moveAmount(this.#visit, place);
    this.#visit.amend(() => {
      followFee(this.#visit, place);
      linkDiagnoses(this.#visit, place);
    });
  }

  /**
   * Call when the page may be closed at any moment: stores the text in its usual form and updates what follows from it,
   * the line's A/R and fee. The field stays as typed.
   */
  keepUp(): void {
    const [place, field] = [this.#changed, this.#field];
    if (!place || !field || ("list" in place && !this.#visit.row(place.list, place.rowId))) return;
    const typed = fieldText(field);
    const text = usualText(this.#visit, place, typed, this.#before);
    const name = visitNameAt(place);
    if (name) return writeVisitName(this.#visit, name, text);
    // Words that a code is searched by are no code in capitals yet.
    const isWords = text === typed.toUpperCase() && !/\d/.test(typed);
    if (!isWords) this.#visit.type(storedAt(place), text, this.#nameOf(place));
    this.#visit.amend(() => {
      this.#followAr(place);
      followFee(this.#visit, place);
    });
  }

  /** Whether it says what is stored in the words of who is typing, such as "9p" or "12" for 12.00. */
  #isBeingTyped(field: Field, place: FieldRef): boolean {
    if (field !== this.#field) return false;
    // It is stored in the lines only once the field is left.
    if (visitNameAt(place)) return true;
    const text = usualText(this.#visit, place, fieldText(field), this.#before);
    return text === this.#visit.text(storedAt(place));
  }

  /** Call when typing was reverted: leaving the field then changes nothing. */
  forget(): void {
    const wasTyping = this.#changed;
    this.#changed = undefined;
    this.#field = undefined;
    if (wasTyping) this.#onHalf(undefined);
  }

  /** The text being typed. */
  typing(): { readonly place: FieldRef; readonly text: string; readonly before: string } | undefined {
    const [place, field] = [this.#changed, this.#field];
    if (!place || !field) return undefined;
    return { place, text: fieldText(field), before: this.#before };
  }

  isTyping(): boolean {
    return this.#changed !== undefined;
  }

  settle(): void {
    this.left(this.#field ?? null);
  }

  /**
   * Writes the draft to every field shown that a change may have affected: after undo, a fix or a paste; without a
   * change, such as when names were reloaded, to all.
   */
  show(change?: DraftChange): void {
    const touched = change && touchedBy(change);
    for (const [field, place] of this.#shown) {
      if (touched && !touched.has(partOf(place))) continue;
      if (!this.#isBeingTyped(field, place))
        showText(field, shownText(place, this.#visit.text(storedAt(place))));
      this.#mark(field, place);
    }
  }

  /** Only here: a row that is drawn again with or without a fault would bring back what it was first drawn with. */
  #mark(field: Field, place: FieldRef): void {
    if ("list" in place)
      markFilled(field, isFilledByItself(this.#visit, place.list, place.rowId, place.member));
  }
}

/** Says of a cell, also to screen readers, that nobody typed what is in it. */
function markFilled(cell: HTMLElement, isFilled: boolean): void {
  cell.toggleAttribute("data-filled", isFilled);
  if (isFilled) cell.setAttribute("aria-description", "filled in");
  else cell.removeAttribute("aria-description");
}
