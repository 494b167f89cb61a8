import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { Facts } from "#room/billing/facts.ts";
import { findingAt, type Finding, type Severity } from "#room/billing/finding.ts";
import type { ScrubContext } from "#room/billing/rule.ts";
import { scrubContextOf, scrubVisit } from "#room/billing/scrub.ts";
import { isSamePlace, type Place } from "#room/features/visits/editor/draft/place.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { contractIssues } from "./contract-issues.ts";
import { namesField, pathOfRow, placeOfPath } from "./locate.ts";
import { inOrder, isSameList, keyOf, type Located } from "./located.ts";
import { RowFindings } from "./row-findings.ts";
import { Signal } from "./signal.ts";

export type { Located } from "./located.ts";

/** What stands at a cell. */
export interface Mark {
  readonly severity: Severity;
  readonly message: string;
}
export type RowMarks = Readonly<Record<string, Mark>>;

/** A fault that the service named, and the text that it was said of. */
interface Refused {
  readonly located: Located;
  readonly text: string | undefined;
}

const noMarks: RowMarks = {};
/** Long enough that it does not run between the keys of a fast typist, short enough to seem at once. */
const restMs = 140;
/**
 * Up to so many changed cells are checked in the step that changed them; after a larger one, as a paste, all wait for
 * the rest. Sending waits for nothing: `settled` has everything checked first.
 */
const mostAtOnce = 8;

/** The surroundings as they were, when they are the same: rows need not be checked again then. */
function sameContext(before: ScrubContext | undefined, now: ScrubContext): ScrubContext {
  if (!before) return now;
  const isSame =
    before.serviceDate === now.serviceDate &&
    before.currency === now.currency &&
    before.practiceId === now.practiceId &&
    before.facts === now.facts &&
    before.diagnoses.length === now.diagnoses.length &&
    before.diagnoses.every((row, index) => row === now.diagnoses[index]) &&
    before.payers.size === now.payers.size &&
    [...before.payers].every((payer) => now.payers.has(payer));
  return isSame ? before : now;
}

/**
 * The findings of a visit while it is typed: the row that changed is checked at each key and told in the same frame;
 * what several rows make together, and new words for a fault that stands, a moment after the last key. What is told
 * follows from the draft as it stands, never from how it came about.
 */
export class LiveFindings {
  readonly #visit: VisitDraft;
  #facts: Facts;
  #context: ScrubContext | undefined;
  readonly #rows: RowFindings;
  #whole: readonly Located[] = [];
  #refused: readonly Refused[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  /** The cell in which words are typed to find a code: nothing is said of it before the search ends. */
  readonly sought = new Signal<Place | undefined>(undefined);
  readonly list = new Signal<readonly Located[]>([]);
  readonly marks = new Signal<ReadonlyMap<string, RowMarks>>(new Map());

  constructor(visit: VisitDraft, facts: Facts) {
    this.#visit = visit;
    this.#facts = facts;
    this.#rows = new RowFindings(visit);
    this.checkAll();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** What is known beside the event, the checked codes among it. */
  facts = (): Facts => this.#facts;

  addFacts(facts: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#later();
  }

  /**
   * Faults that the service named at fields; each stands while its field says what was refused. One that names no
   * field of the page can't be corrected here, so it is asked about and does not hold the visit for ever.
   */
  setRefused(findings: readonly Finding[]): void {
    this.#refused = findings.map((finding) => {
      const found = this.#locate(finding);
      const isAtField = found.place !== undefined && namesField(finding.path);
      const located = isAtField ? found : this.#locate({ ...finding, severity: "warn" });
      return { located, text: located.place && this.#visit.text(located.place) };
    });
    this.#publish();
  }

  /** A search begins in a cell, or ends. */
  seek(place: Place | undefined): void {
    const before = this.sought.get();
    if (before === place || (before && place && isSamePlace(before, place))) return;
    this.sought.set(place);
    this.#publish();
  }

  #isSought({ place }: Located): boolean {
    const sought = this.sought.get();
    return sought !== undefined && place !== undefined && isSamePlace(sought, place);
  }

  #isStillSo = ({ located: { place }, text }: Refused): boolean => {
    if (!place) return true;
    const isThere = !("list" in place) || this.#visit.order()[place.list].includes(place.rowId);
    return isThere && this.#visit.text(place) === text;
  };

  #later(): void {
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.checkAll(), restMs);
  }

  /** Everything, now; rows that are as they were, in surroundings as they were, are not checked again. */
  checkAll(): DraftEvent {
    clearTimeout(this.#timer);
    this.#isDue = false;
    const event = this.#visit.event();
    const context = sameContext(this.#context, scrubContextOf(event, this.#facts));
    this.#context = context;
    this.#rows.checkAll(context);
    const found = scrubVisit(event, context).map((finding) => this.#locate(finding));
    this.#whole = [...found, ...this.#contractFaults(event, found)];
    this.#publish();
    return event;
  }

  #locate(finding: Finding): Located {
    return {
      key: keyOf(finding, ""),
      finding,
      place: placeOfPath(this.#visit, finding.path),
      isOfRow: false,
    };
  }

  /** What the contract refuses and no rule speaks of already. */
  #contractFaults(event: DraftEvent, found: readonly Located[]): Located[] {
    const issues = contractIssues(event);
    if (issues.length === 0) return [];
    const blocking = [...found, ...this.#rows.all()].filter(({ finding }) => finding.severity === "block");
    return issues.flatMap(({ path, message }) => {
      const located = this.#locate({
        ruleId: "contract",
        severity: "block",
        path,
        message,
        source: "The service's format",
      });
      const said = blocking.some(({ place, finding }) =>
        place && located.place ? isSamePlace(place, located.place) : finding.path.join() === path.join(),
      );
      return said ? [] : [located];
    });
  }

  /** Takes a change of the draft in. */
  take(change: DraftChange): void {
    this.#later();
    let changed = this.#refused.some(({ located: { place } }) =>
      change.cells.some((cell) => place && isSamePlace(place, cell)),
    );
    const context = this.#context;
    if (change.lists.length > 0) {
      this.checkAll();
      return;
    }
    if (context && change.cells.length <= mostAtOnce) {
      for (const place of change.cells) {
        if (!("list" in place) || place.list === "rulesLogs") continue;
        const row = this.#visit.row(place.list, place.rowId);
        if (row && this.#rows.check(place.list, row, context)) changed = true;
      }
    }
    if (changed) this.#publish();
  }

  #publish(): void {
    const refused = this.#refused.filter(this.#isStillSo).map(({ located }) => located);
    const all = [...refused, ...this.#whole, ...this.#rows.all()];
    const found = inOrder(all.filter((located) => !this.#isSought(located)));
    if (!isSameList(found, this.list.get())) this.list.set(found);
    this.#publishMarks(found);
  }

  #publishMarks(located: readonly Located[]): void {
    const before = this.marks.get();
    const next = new Map<string, Record<string, Mark>>();
    for (const { finding, place } of located) {
      if (!place || finding.severity === "note") continue;
      const [id, member] = "path" in place ? ["", place.path] : [place.rowId, place.member];
      const marks = next.get(id) ?? {};
      marks[member] ??= { severity: finding.severity, message: finding.message };
      next.set(id, marks);
    }
    let same = next.size === before.size;
    const kept = new Map<string, RowMarks>();
    for (const [id, marks] of next) {
      const old = before.get(id);
      const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(marks);
      kept.set(id, isSame ? old : marks);
      same &&= isSame;
    }
    if (!same) this.marks.set(kept);
  }

  marksOf(rowId: string): RowMarks {
    return this.marks.get().get(rowId) ?? noMarks;
  }

  /** Everything that is found in the event as it stands, waiting for nothing. */
  settled(): readonly Located[] {
    this.seek(undefined);
    if (this.#isDue) this.checkAll();
    return this.list.get();
  }

  /** The finding with paths from the event, for its fix. */
  absolute({ finding, place, isOfRow }: Located): Finding {
    return isOfRow && place && "list" in place
      ? findingAt(pathOfRow(this.#visit, place.list, place.rowId), finding)
      : finding;
  }
}
