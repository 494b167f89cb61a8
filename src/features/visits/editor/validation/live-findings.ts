import type { Facts } from "#room/billing/facts.ts";
import type { Finding, Severity } from "#room/billing/finding.ts";
import { findingsOf } from "#room/billing/summarise-event.ts";
import { isSameField, type FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { Signal } from "#room/signals/signal.ts";
import { inOrder, keyOf, reportedBy, type FieldFinding } from "./field-finding.ts";
import { namesField, placesIn } from "./locate.ts";

export type { FieldFinding } from "./field-finding.ts";

interface Mark {
  readonly severity: Severity;
  readonly message: string;
}
type RowMarks = Readonly<Record<string, Mark>>;

interface Refused {
  readonly located: FieldFinding;
  readonly text: string | undefined;
}

const noMarks: RowMarks = {};
/** Long enough not to run between the keys of a fast typist, short enough to feel immediate. */
const restMs = 140;

function locatedIn(visit: VisitDraft): (finding: Finding) => FieldFinding {
  const placeOf = placesIn(visit);
  return (finding) => {
    const place = placeOf(finding.path);
    return { key: keyOf(finding, place), finding, place };
  };
}

/**
 * A visit's findings during typing: of the whole draft, whenever typing pauses and at once when rows come, go or move. They
 * depend only on the draft as it is then, never on how it got there.
 */
export class LiveFindings {
  readonly #visit: VisitDraft;
  #found: readonly FieldFinding[] = [];
  #refused: readonly Refused[] = [];
  /** Runs while the draft has changed since it was checked. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is known outside the event, such as checked codes. */
  readonly facts: Signal<Facts>;
  /** The cell in which search words are being typed: it shows no findings until the search ends. */
  readonly searched = new Signal<FieldRef | undefined>(undefined);
  readonly list = new Signal<readonly FieldFinding[]>([]);
  readonly marks = new Signal<ReadonlyMap<string, RowMarks>>(new Map());

  constructor(visit: VisitDraft, facts: Facts) {
    this.#visit = visit;
    this.facts = new Signal(facts);
    this.check();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  addFacts(facts: Partial<Facts>): void {
    this.facts.set({ ...this.facts.get(), ...facts });
    this.#later();
  }

  /**
   * Faults the service reported at fields; each shows while its field still has the refused text. One without a field
   * on this page cannot be corrected here, so it becomes a warning and does not block the visit forever.
   */
  setRefused(findings: readonly Finding[]): void {
    const locate = locatedIn(this.#visit);
    this.#refused = findings.map((finding) => {
      const found = locate(finding);
      const isAtField = found.place !== undefined && namesField(finding.path);
      const located = isAtField ? found : locate({ ...finding, severity: "warn" });
      return { located, text: located.place && this.#visit.text(located.place) };
    });
    this.#publish();
  }

  seek(place: FieldRef | undefined): void {
    const before = this.searched.get();
    if (before === place || (before && place && isSameField(before, place))) return;
    this.searched.set(place);
    this.#publish();
  }

  #isBeingSearched({ place }: FieldFinding): boolean {
    const searched = this.searched.get();
    return searched !== undefined && place !== undefined && isSameField(searched, place);
  }

  #isStillSo = ({ located: { place }, text }: Refused): boolean => {
    if (!place) return true;
    const isThere = !("list" in place) || this.#visit.order()[place.list].includes(place.rowId);
    return isThere && this.#visit.text(place) === text;
  };

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), restMs);
  }

  take({ lists }: DraftChange): void {
    if (lists.length > 0) this.check();
    else this.#later();
  }

  check(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#found = findingsOf(this.#visit.event(), this.facts.get()).map(locatedIn(this.#visit));
    this.#publish();
  }

  #publish(): void {
    const isReported = reportedBy(this.#found);
    const refused = this.#refused.filter(this.#isStillSo).map(({ located }) => located);
    const all = [...refused.filter((each) => !isReported(each)), ...this.#found];
    const found = inOrder(all.filter((located) => !this.#isBeingSearched(located)));
    this.list.set(found);
    this.#publishMarks(found);
  }

  /** A row whose marks are the same keeps them, so that it is not drawn again. */
  #publishMarks(located: readonly FieldFinding[]): void {
    const next = new Map<string, Record<string, Mark>>();
    for (const { finding, place } of located) {
      if (!place || finding.severity === "note") continue;
      const [id, member] = "path" in place ? ["", place.path] : [place.rowId, place.member];
      const marks = next.get(id) ?? {};
      marks[member] ??= { severity: finding.severity, message: finding.message };
      next.set(id, marks);
    }
    const kept = [...next].map(([id, marks]) => {
      const before = this.marksOf(id);
      return [id, JSON.stringify(before) === JSON.stringify(marks) ? before : marks] as const;
    });
    this.marks.set(new Map(kept));
  }

  marksOf(rowId: string): RowMarks {
    return this.marks.get().get(rowId) ?? noMarks;
  }

  /** What has changed since the last check is checked now, without waiting. */
  catchUp(): void {
    if (this.#timer !== undefined) this.check();
  }

  /** All findings for the current event, without waiting. */
  settled(): readonly FieldFinding[] {
    this.seek(undefined);
    this.catchUp();
    return this.list.get();
  }
}
