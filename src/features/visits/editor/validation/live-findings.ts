import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { Facts } from "#room/billing/facts.ts";
import { findingAt, type Finding, type Severity } from "#room/billing/finding.ts";
import type { ScrubContext } from "#room/billing/rule.ts";
import { scrubContextOf, scrubVisit } from "#room/billing/scrub.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import { isSameField, type FieldRef } from "#room/features/visits/editor/draft/field-ref.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { faultWords } from "#room/billing/fault-words.ts";
import { contractIssues } from "./contract-issues.ts";
import { namesField, pathOfRow, placeOfPath } from "./locate.ts";
import { inOrder, isSameList, keyOf, reportedBy, type FieldFinding } from "./field-finding.ts";
import { RowFindings } from "./row-findings.ts";
import { Signal } from "#room/signals/signal.ts";

export type { FieldFinding } from "./field-finding.ts";

export interface Mark {
  readonly severity: Severity;
  readonly message: string;
}
export type RowMarks = Readonly<Record<string, Mark>>;

interface Refused {
  readonly located: FieldFinding;
  readonly text: string | undefined;
}

const noMarks: RowMarks = {};
/** Long enough not to run between the keys of a fast typist, short enough to feel immediate. */
const restMs = 140;
/**
 * Up to this many changed cells are checked immediately; after a larger change, such as a paste, all wait for the
 * pause. Sending does not wait: `settled` checks everything first.
 */
const maxAtOnce = 8;

/** Returns the previous context if nothing in it changed, so that rows need not be checked again. */
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

type Located = Pick<VisitDraft, "order" | "sentRows">;

/** The visit as it stands, which of its rows are sent read once: each of thousands of findings asks. */
function withSentRows(visit: VisitDraft): Located {
  const known = new Map<ListName, readonly string[]>();
  const sentRows = (list: ListName) => {
    const rows = known.get(list) ?? visit.sentRows(list);
    known.set(list, rows);
    return rows;
  };
  return { order: visit.order, sentRows };
}

/**
 * A visit's findings during typing. The changed row is checked on each key and shown in the same frame; checks across
 * rows, and new wording for an existing fault, follow shortly after the last key. Findings depend only on the current
 * draft, never on how it got there.
 */
export class LiveFindings {
  readonly #visit: VisitDraft;
  #context: ScrubContext | undefined;
  readonly #rows: RowFindings;
  #whole: readonly FieldFinding[] = [];
  #refused: readonly Refused[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  /** What is known outside the event, such as checked codes. */
  readonly facts: Signal<Facts>;
  /** The cell in which search words are being typed: it shows no findings until the search ends. */
  readonly searched = new Signal<FieldRef | undefined>(undefined);
  readonly list = new Signal<readonly FieldFinding[]>([]);
  readonly marks = new Signal<ReadonlyMap<string, RowMarks>>(new Map());

  constructor(visit: VisitDraft, facts: Facts) {
    this.#visit = visit;
    this.facts = new Signal(facts);
    this.#rows = new RowFindings(visit);
    this.checkAll();
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
    this.#refused = findings.map((finding) => {
      const found = this.#locate(finding);
      const isAtField = found.place !== undefined && namesField(finding.path);
      const located = isAtField ? found : this.#locate({ ...finding, severity: "warn" });
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
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.checkAll(), restMs);
  }

  /** Checks everything now; unchanged rows in an unchanged context are not checked again. */
  checkAll(): DraftEvent {
    clearTimeout(this.#timer);
    this.#isDue = false;
    const event = this.#visit.event();
    const context = sameContext(this.#context, scrubContextOf(event, this.facts.get()));
    this.#context = context;
    this.#rows.checkAll(context);
    const visit = withSentRows(this.#visit);
    const found = scrubVisit(event, context).map((finding) => this.#locate(finding, visit));
    this.#whole = [...found, ...this.#contractFaults(event, found, visit)];
    this.#publish();
    return event;
  }

  #locate(finding: Finding, visit: Located = this.#visit): FieldFinding {
    return {
      key: keyOf(finding, ""),
      finding,
      place: placeOfPath(visit, finding.path),
      isOfRow: false,
    };
  }

  /** Contract faults not already covered by a rule. */
  #contractFaults(event: DraftEvent, found: readonly FieldFinding[], visit: Located): FieldFinding[] {
    const issues = contractIssues(event);
    if (issues.length === 0) return [];
    const isReported = reportedBy([...found, ...this.#rows.all()]);
    return issues.flatMap(({ path, message }) => {
      const source = "The service’s format";
      const words = `${faultWords(message)}.`;
      const fault = { ruleId: "contract", severity: "block", path, message: words, source } as const;
      const located = this.#locate(fault, visit);
      return isReported(located) ? [] : [located];
    });
  }

  take(change: DraftChange): void {
    this.#later();
    let changed = this.#refused.some(({ located: { place } }) =>
      change.cells.some((cell) => place && isSameField(place, cell)),
    );
    const context = this.#context;
    if (change.lists.length > 0) {
      this.checkAll();
      return;
    }
    if (context && change.cells.length <= maxAtOnce) {
      for (const place of change.cells) {
        if (!("list" in place) || place.list === "rulesLogs") continue;
        const row = this.#visit.row(place.list, place.rowId);
        if (row && this.#rows.check(place.list, row, context)) changed = true;
      }
    }
    if (changed) this.#publish();
  }

  #publish(): void {
    const own = [...this.#whole, ...this.#rows.all()];
    const refused = this.#refused.filter(this.#isStillSo).map(({ located }) => located);
    const isReported = refused.length > 0 ? reportedBy(own) : undefined;
    const all = [...refused.filter((each) => !isReported?.(each)), ...own];
    const found = inOrder(all.filter((located) => !this.#isBeingSearched(located)));
    if (!isSameList(found, this.list.get())) this.list.set(found);
    this.#publishMarks(found);
  }

  #publishMarks(located: readonly FieldFinding[]): void {
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

  /** All findings for the current event, without waiting. */
  settled(): readonly FieldFinding[] {
    this.seek(undefined);
    if (this.#isDue) this.checkAll();
    return this.list.get();
  }

  /** The finding with paths from the event, for its fix. */
  absolute({ finding, place, isOfRow }: FieldFinding): Finding {
    return isOfRow && place && "list" in place
      ? findingAt(pathOfRow(this.#visit, place.list, place.rowId), finding)
      : finding;
  }
}
