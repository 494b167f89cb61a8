import { fieldOf, fieldText, showText, type Field } from "#room/ui/grid/cell-dom.ts";
import { followAr } from "#room/features/visits/editor/draft/follow-ar.ts";
import { isSamePlace, listOfPath, type Place } from "#room/features/visits/editor/draft/place.ts";
import { followFee } from "#room/features/visits/editor/draft/follow-fee.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { spreadCode } from "#room/features/visits/editor/draft/split-code.ts";
import { shownText, usualText } from "#room/features/visits/editor/draft/usual-text.ts";

const cellName = /^(.+)\.(\d+)\.(.+)$/;

/** The place that a field's element stands for: a cell by its row's id, any other by its name. */
export function placeOfField(field: Field): Place {
  const rowId = field.dataset["row"];
  const match = rowId === undefined ? null : cellName.exec(field.name);
  const list = match?.[1] === undefined ? undefined : listOfPath(match[1]);
  if (rowId === undefined || !list) return { path: field.name };
  // The list of a greedy match: `visitCharged.charges` before the index, the member behind it.
  return { list, rowId, member: match?.[3] ?? "" };
}

/** The lists in which a change can be seen. Charges show the letters of the diagnoses. */
function touchedBy({ cells, lists }: DraftChange): ReadonlySet<ListName> {
  const touched = new Set<ListName>(lists);
  for (const place of cells) if ("list" in place) touched.add(place.list);
  if (touched.has("diagnosis")) touched.add("charges");
  return touched;
}

/** Carries text between the uncontrolled fields of the page and the draft, in both directions. */
export class FieldSync {
  readonly #visit: VisitDraft;
  #root: HTMLElement | null = null;
  #changed: Place | undefined;
  /** What the field that is typed in said before. */
  #before = "";
  /** The text that the line's A/R follows already, while its field is still typed in. */
  #followed: string | undefined;

  constructor(visit: VisitDraft) {
    this.#visit = visit;
  }

  /**
   * Keeps the fields of this element in step with the draft until the returned function is called. What is typed is
   * heard here, once, and ends here: see `useCellTyping` for what React's way would cost a key.
   */
  attach(root: HTMLElement | null, nameOf: (place: Place) => string): () => void {
    const typed = (event: Event) => {
      const field = fieldOf(event.target);
      if (!field) return;
      event.stopPropagation();
      const place = placeOfField(field);
      if (!this.#changed || !isSamePlace(this.#changed, place)) {
        this.#before = this.#visit.text(place);
        this.#followed = undefined;
      }
      this.#changed = place;
      this.#visit.type(place, fieldText(field), nameOf(place));
    };
    this.#root = root;
    root?.addEventListener("input", typed);
    return () => {
      root?.removeEventListener("input", typed);
      this.#root = null;
    };
  }

  /** A field is left: what was typed is brought into its usual form, and the step of the history ends. */
  left(target: EventTarget | null, nameOf: (place: Place) => string): void {
    const field = fieldOf(target);
    const place = this.#changed;
    this.#changed = undefined;
    if (!field || !place) return;
    const typed = fieldText(field);
    const text = usualText(this.#visit, place, typed, this.#before);
    if (text !== typed) this.#visit.type(place, text, nameOf(place));
    showText(field, shownText(place, this.#visit.text(place)));
    this.#visit.amend(() => followAr(this.#visit, place, this.#followed ?? this.#before));
    this.#followed = undefined;
    this.#visit.seal();
    spreadCode(this.#visit, place);
    this.#visit.amend(() => followFee(this.#visit, place));
    if ("list" in place && place.list === "diagnosis") this.#visit.bindLetters();
  }

  /** The page may go at any moment: a line's A/R follows what stands in the field now, and its field stays as it is typed. */
  keepUp(): void {
    const place = this.#changed;
    if (!place) return;
    this.#visit.amend(() => followAr(this.#visit, place, this.#followed ?? this.#before));
    this.#followed = this.#visit.text(place);
  }

  /** What was typed was taken back: leaving the field changes nothing. */
  forget(): void {
    this.#changed = undefined;
  }

  /** Ends what is being typed, as if its field were left. */
  settle(nameOf: (place: Place) => string): void {
    this.left(document.activeElement, nameOf);
  }

  /**
   * Writes what the draft says into every mounted cell that a change can have touched: after undo, a fix, a paste. The
   * form writes into its own fields; without a change, as when names are known anew, they are written too.
   */
  show(change?: DraftChange): void {
    const touched = change && touchedBy(change);
    for (const field of this.#root?.querySelectorAll<HTMLElement>("[name]") ?? []) {
      const named = fieldOf(field);
      if (!named) continue;
      const place = placeOfField(named);
      if (!touched || ("list" in place && touched.has(place.list)))
        showText(named, shownText(place, this.#visit.text(place)));
    }
  }
}
