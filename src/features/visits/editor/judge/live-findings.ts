import type { DraftCharge, DraftDiagnosis, DraftEvent, DraftPayment } from "#room/billing/draft-event.ts";
import type { Facts } from "#room/billing/facts.ts";
import { findingAt, type Finding, type Severity } from "#room/billing/finding.ts";
import type { ScrubContext } from "#room/billing/rule.ts";
import {
  scrubCharge,
  scrubContextOf,
  scrubDiagnosis,
  scrubPayment,
  scrubVisit,
} from "#room/billing/scrub.ts";
import { isFresh, type RowDraft } from "#room/features/visits/editor/draft/draft.ts";
import { isSamePlace, type Place } from "#room/features/visits/editor/draft/place.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { contractIssues } from "./contract-issues.ts";
import { memberOf, pathOfRow, placeOfPath } from "./locate.ts";
import { Signal } from "./signal.ts";

/** A finding and the field that it is about. Its paths start at the row when it is a row's own. */
export interface Located {
  readonly key: string;
  readonly finding: Finding;
  readonly place: Place | undefined;
  /** True when the finding's paths start at its row. */
  readonly isOfRow: boolean;
}

/** What stands at a cell. */
export interface Mark {
  readonly severity: Severity;
  readonly message: string;
}
export type RowMarks = Readonly<Record<string, Mark>>;

const noMarks: RowMarks = {};
const scrubbed = ["charges", "diagnosis", "payments"] as const;
type Scrubbed = (typeof scrubbed)[number];
/** Long enough that it does not run between the keys of a fast typist, short enough to seem at once. */
const restMs = 140;
const order = { block: 0, warn: 1, note: 2 } as const;

/** The surroundings as they were, when they are the same: rows need not be checked again then. */
function sameContext(before: ScrubContext | undefined, now: ScrubContext): ScrubContext {
  if (!before) return now;
  const isSame =
    before.serviceDate === now.serviceDate &&
    before.currency === now.currency &&
    before.facts === now.facts &&
    before.diagnoses.length === now.diagnoses.length &&
    before.diagnoses.every((row, index) => row === now.diagnoses[index]) &&
    before.payers.size === now.payers.size &&
    [...before.payers].every((payer) => now.payers.has(payer));
  return isSame ? before : now;
}

function keyOf(finding: Finding, rowId: string): string {
  return `${rowId} ${finding.ruleId} ${finding.path.join(".")} ${finding.message} ${finding.severity}`;
}

/** The same fault at the same place with the same way out, in whatever words. */
function isSameFault({ finding }: Located, other: Located | undefined): boolean {
  return (
    finding.ruleId === other?.finding.ruleId &&
    finding.severity === other.finding.severity &&
    finding.path.join(".") === other.finding.path.join(".") &&
    JSON.stringify(finding.fix) === JSON.stringify(other.finding.fix)
  );
}

/**
 * The findings of a visit while it is typed: the row that changed is checked at each key and told in the same frame;
 * what several rows make together, and new words for a fault that stands, a moment after the last key.
 */
export class LiveFindings {
  readonly #visit: VisitDraft;
  #facts: Facts;
  #context: ScrubContext | undefined;
  readonly #rows = new Map<string, readonly Located[]>();
  /** The wire objects that were checked in these surroundings, and whose they are. */
  #seen = new WeakMap<object, string>();
  #whole: readonly Located[] = [];
  #refused: readonly Located[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  readonly list = new Signal<readonly Located[]>([]);
  readonly marks = new Signal<ReadonlyMap<string, RowMarks>>(new Map());

  constructor(visit: VisitDraft, facts: Facts) {
    this.#visit = visit;
    this.#facts = facts;
    this.checkAll();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** What is known beside the event, the checked codes among it. */
  facts = (): Facts => this.#facts;

  setFacts(facts: Facts): void {
    this.#facts = facts;
    this.#later();
  }

  /** Faults that the service named at fields; they stand until their field is changed. */
  setRefused(findings: readonly Finding[]): void {
    this.#refused = findings.map((finding) => this.#locate(finding));
    this.#publish();
  }

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
    if (context !== this.#context) this.#seen = new WeakMap();
    this.#context = context;
    const ids = new Set(scrubbed.flatMap((list) => this.#visit.order()[list]));
    for (const rowId of this.#rows.keys()) if (!ids.has(rowId)) this.#rows.delete(rowId);
    for (const list of scrubbed) for (const row of this.#visit.rows(list)) this.#checkRow(list, row, context);
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
    const blocking = [...found, ...[...this.#rows.values()].flat()].filter(
      ({ finding }) => finding.severity === "block",
    );
    return issues.flatMap(({ path, message }) => {
      const located = this.#locate({
        ruleId: "contract",
        severity: "block",
        path,
        message,
        source: "The interface",
      });
      const said = blocking.some(({ place, finding }) =>
        place && located.place ? isSamePlace(place, located.place) : finding.path.join() === path.join(),
      );
      return said ? [] : [located];
    });
  }

  #checkRow(list: Scrubbed, row: RowDraft, context: ScrubContext): boolean {
    const before = this.#rows.get(row.rowId);
    const value = this.#visit.rowValue(list, row);
    const isSeen = typeof value === "object" && value !== null && this.#seen.get(value) === row.rowId;
    if (isSeen) return false;
    if (typeof value === "object" && value !== null) this.#seen.set(value, row.rowId);
    let findings: readonly Finding[] = [];
    // rowValue gives what a row of that list is on the wire.
    if (isFresh(row, this.#visit.source)) findings = [];
    else if (list === "charges") findings = scrubCharge(value as DraftCharge, context);
    else if (list === "diagnosis") findings = scrubDiagnosis(value as DraftDiagnosis, context);
    else findings = scrubPayment(value as DraftPayment, context);
    if (findings.length === 0) return this.#rows.delete(row.rowId);
    const located = findings.map((finding) => ({
      key: keyOf(finding, row.rowId),
      finding,
      place: { list, rowId: row.rowId, member: memberOf(list, finding.path) },
      isOfRow: true,
    }));
    this.#rows.set(row.rowId, located);
    const isSame =
      before?.length === located.length && located.every((each, at) => isSameFault(each, before[at]));
    return !isSame;
  }

  /** Takes a change of the draft in. */
  take(change: DraftChange): void {
    this.#later();
    const left = this.#refused.filter(
      ({ place }) => !change.cells.some((cell) => place && isSamePlace(place, cell)),
    );
    let changed = left.length < this.#refused.length;
    this.#refused = left;
    const context = this.#context;
    if (!context || change.lists.length > 0 || change.cells.length > 8) {
      if (change.lists.length > 0) this.checkAll();
      return;
    }
    for (const place of change.cells) {
      if (!("list" in place) || place.list === "rulesLogs") continue;
      const row = this.#visit.row(place.list, place.rowId);
      if (row && this.#checkRow(place.list, row, context)) changed = true;
    }
    if (changed) this.#publish();
  }

  #publish(): void {
    const rows = scrubbed.flatMap((list) =>
      this.#visit.order()[list].flatMap((rowId) => this.#rows.get(rowId) ?? []),
    );
    const all = [...this.#refused, ...this.#whole, ...rows].filter(
      (each, index, list) => list.findIndex((other) => other.key === each.key) === index || list.length > 200,
    );
    const sorted = all.sort((a, b) => order[a.finding.severity] - order[b.finding.severity]);
    const before = this.list.get();
    if (sorted.length !== before.length || sorted.some(({ key }, index) => key !== before[index]?.key))
      this.list.set(sorted);
    this.#publishMarks(sorted);
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
