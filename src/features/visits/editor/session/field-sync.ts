import { fieldOf, fieldText, showText, type Field } from "#room/ui/grid/cell-dom.ts";
import { followAr } from "#room/features/visits/editor/draft/follow-ar.ts";
import {
  isSamePlace,
  listOfPath,
  visitNameAt,
  type Place,
} from "#room/features/visits/editor/draft/place.ts";
import { isFilledByItself } from "#room/features/visits/editor/draft/filled.ts";
import { followFee } from "#room/features/visits/editor/draft/follow-fee.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { typedOverLinks } from "#room/features/visits/editor/draft/links.ts";
import { writeVisitName } from "#room/features/visits/editor/draft/visit-names.ts";
import { addTypedDiagnoses, isLinks } from "#room/features/visits/editor/draft/typed-diagnoses.ts";
import { moveAmount } from "#room/features/visits/editor/draft/typed-amount.ts";
import { spreadCode } from "#room/features/visits/editor/draft/split-code.ts";
import { shownText, usualText } from "#room/features/visits/editor/draft/usual-text.ts";

const cellName = /^(.+)\.(\d+)\.(.+)$/;

/** The place of a field's element: a cell by its row's id, any other by its name. */
export function placeOfField(field: Field): Place {
  const rowId = field.dataset["row"];
  const match = rowId === undefined ? null : cellName.exec(field.name);
  const list = match?.[1] === undefined ? undefined : listOfPath(match[1]);
  if (rowId === undefined || !list) return { path: field.name };
  // The list is the greedy part of the match: `visitCharged.charges` before the index, the member after it.
  return { list, rowId, member: match?.[3] ?? "" };
}

/** What is written together: a list, with what of it stands above the lines, or a field by its path. */
function partOf(place: Place): string {
  if ("list" in place) return place.list;
  return visitNameAt(place) ? ("charges" satisfies ListName) : place.path;
}

/** The parts in which a change is visible. Charges show the letters of the diagnoses. */
function touchedBy({ cells, lists }: DraftChange): ReadonlySet<string> {
  const touched = new Set<string>([...lists, ...cells.map(partOf)]);
  if (touched.has("diagnosis")) touched.add("charges");
  return touched;
}

export class FieldSync {
  readonly #visit: VisitDraft;
  readonly #shown = new Map<Field, Place>();
  #changed: Place | undefined;
  #field: Field | undefined;
  #before = "";
  /** True if those were links that nobody had typed: another text replaces them. */
  #wasFilled = false;
  /** The text already applied to the line's A/R while its field is still being typed in. */
  #followed: string | undefined;

  constructor(visit: VisitDraft) {
    this.#visit = visit;
  }

  /**
   * Keeps the fields in this element in sync with the draft until the returned function is called. Input events are
   * handled here and stopped: see `useCellTyping` for what React's event handling would cost per key.
   */
  attach(root: HTMLElement | null, nameOf: (place: Place) => string): () => void {
    const typed = (event: Event) => {
      const field = fieldOf(event.target);
      if (!field) return;
      event.stopPropagation();
      this.#typed(field, nameOf);
    };
    root?.addEventListener("input", typed);
    return () => root?.removeEventListener("input", typed);
  }

  /** A field shows the text of this place, until the returned function is called. */
  hold(field: Field, place: Place): () => void {
    this.#shown.set(field, place);
    return () => this.#shown.delete(field);
  }

  /** The field of the visit's own at this path, if it is on the page. */
  fieldAt(path: string): Field | undefined {
    for (const [field, place] of this.#shown) if ("path" in place && place.path === path) return field;
    return undefined;
  }

  #typed(field: Field, nameOf: (place: Place) => string): void {
    const place = placeOfField(field);
    if (!this.#changed || !isSamePlace(this.#changed, place)) {
      // A field can receive text before it has the focus: dropped or dictated, or filled in by the browser.
      this.settle(nameOf);
      this.#before = this.#visit.text(place);
      this.#wasFilled =
        "list" in place &&
        isLinks(place) &&
        isFilledByItself(this.#visit, place.list, place.rowId, place.member);
      this.#followed = undefined;
    }
    this.#changed = place;
    this.#field = field;
    // A part of a name is not for every line.
    if (visitNameAt(place)) return;
    this.#visit.type(place, fieldText(field), nameOf(place));
  }

  put(field: Field, text: string, nameOf: (place: Place) => string): void {
    showText(field, text);
    this.#typed(field, nameOf);
    this.left(field, nameOf);
  }

  /** Call when focus leaves a field: puts the typed text into its usual form and ends the undo step. */
  left(target: EventTarget | null, nameOf: (place: Place) => string): void {
    const field = fieldOf(target);
    const place = this.#changed;
    if (!field || !place || !isSamePlace(placeOfField(field), place)) return;
    this.forget();
    if ("list" in place && !this.#visit.row(place.list, place.rowId)) return;
    const typed = fieldText(field);
    const text = isLinks(place)
      ? typedOverLinks(typed, this.#wasFilled ? "" : this.#before, this.#visit.rows("diagnosis"))
      : usualText(this.#visit, place, typed, this.#before);
    const name = visitNameAt(place);
    if (name) {
      writeVisitName(this.#visit, name, text);
      return showText(field, shownText(place, this.#visit.text(place)));
    }
    if (text !== typed) this.#visit.type(place, text, nameOf(place));
    showText(field, shownText(place, this.#visit.text(place)));
    this.#visit.amend(() => followAr(this.#visit, place, this.#followed ?? this.#before));
    this.#followed = undefined;
    this.#visit.seal();
    spreadCode(this.#visit, place);
    moveAmount(this.#visit, place);
    this.#visit.amend(() => {
      followFee(this.#visit, place);
      addTypedDiagnoses(this.#visit, place);
    });
    if ("list" in place && place.list === "diagnosis") this.#visit.bindLetters();
  }

  /**
   * Call when the page may be closed at any moment: updates the line's A/R from the field's current text and leaves the
   * field as typed.
   */
  keepUp(): void {
    const place = this.#changed;
    if (!place) return;
    this.#visit.amend(() => followAr(this.#visit, place, this.#followed ?? this.#before));
    this.#followed = this.#visit.text(place);
  }

  /** Call when typing was reverted: leaving the field then changes nothing. */
  forget(): void {
    this.#changed = undefined;
    this.#field = undefined;
  }

  isTyping(): boolean {
    return this.#changed !== undefined;
  }

  settle(nameOf: (place: Place) => string): void {
    this.left(this.#field ?? null, nameOf);
  }

  /**
   * Writes the draft to every field shown that a change may have affected: after undo, a fix or a paste; without a
   * change, such as when names were reloaded, to all.
   */
  show(change?: DraftChange): void {
    const touched = change && touchedBy(change);
    for (const [field, place] of this.#shown) {
      if (touched && !touched.has(partOf(place))) continue;
      showText(field, shownText(place, this.#visit.text(place)));
      if ("list" in place)
        markFilled(field, isFilledByItself(this.#visit, place.list, place.rowId, place.member));
    }
  }
}

/** Says of a cell, also to screen readers, that nobody typed what is in it. */
function markFilled(cell: HTMLElement, isFilled: boolean): void {
  cell.toggleAttribute("data-filled", isFilled);
  if (isFilled) cell.setAttribute("aria-description", "filled in");
  else cell.removeAttribute("aria-description");
}
