import { flushSync } from "react-dom";
import type { DraftNotes } from "#room/workspace/storage/draft-lease.ts";
import { practiceToday } from "#room/features/names/practice-today.ts";
import { balanceOf, type Balance } from "#room/billing/balance.ts";
import { isSameOutcome, outcomeOf, type AuditOutcome } from "#room/billing/outcome.ts";
import type { VisitRecord } from "#room/workspace/visits/visit-record.ts";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { capital } from "#room/billing/capital.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { ToastContent } from "#room/ui/toast-store.ts";
import { type Field, showText } from "#room/ui/grid/cell-dom.ts";
import type { GridHandle } from "#room/ui/grid/grid-types.ts";
import {
  isPristine,
  type Draft,
  type DraftSource,
  type ListName,
  type RulesLogDraft,
} from "#room/features/visits/editor/draft/draft.ts";
import { namesNow, subscribeNames } from "#room/features/names/names-now.ts";
import { shownText } from "#room/features/visits/editor/draft/usual-text.ts";
import { writeCell } from "#room/features/visits/editor/draft/write-cell.ts";
import {
  dateOfServicePath,
  storedAt,
  isSameField,
  placeOfVisitName,
  visitNameAt,
  visitNames,
  type CellRef,
  type FieldRef,
} from "#room/features/visits/editor/draft/field-ref.ts";
import { recallFilled } from "#room/features/visits/editor/draft/filled.ts";
import { lineToFill, rowName } from "#room/features/visits/editor/draft/row-actions.ts";
import { namedKindAt } from "#room/features/visits/editor/draft/named-place.ts";
import { writeVisitName } from "#room/features/visits/editor/draft/visit-names.ts";
import { VisitDraft, type DraftChange } from "#room/features/visits/editor/draft/visit-draft.ts";
import { Saver } from "#room/features/parts/saver.ts";
import { Signal } from "#room/signals/signal.ts";
import { LiveFindings } from "#room/features/visits/editor/validation/live-findings.ts";
import { memberName } from "./member-name.ts";
import { FieldSync } from "./field-sync.ts";
import { offerUndo } from "./offer-undo.ts";
import { EditLog } from "./edit-log.ts";

interface Looked {
  /** The user has tried to send: from then on every fault shows. */
  readonly hasSubmitted: boolean;
  readonly touched: ReadonlySet<string>;
}

/**
 * What the user has seen of a visit: a new one shows no errors on fields that were not touched, until the user tries to
 * send.
 */
class FirstLook {
  readonly #isNew: boolean;
  readonly #signal = new Signal<Looked>({ hasSubmitted: false, touched: new Set() });
  readonly subscribe = this.#signal.subscribe;
  readonly get = this.#signal.get;

  constructor(isNew: boolean) {
    this.#isNew = isNew;
  }

  touch(path: string): void {
    const { hasSubmitted, touched } = this.#signal.get();
    if (this.#isNew && !touched.has(path))
      this.#signal.set({ hasSubmitted, touched: new Set([...touched, path]) });
  }

  ask(): void {
    if (!this.#signal.get().hasSubmitted) this.#signal.set({ ...this.#signal.get(), hasSubmitted: true });
  }

  shows(path: string): boolean {
    const { hasSubmitted, touched } = this.#signal.get();
    return !this.#isNew || hasSubmitted || touched.has(path);
  }
}

const inOrder = [
  { path: "visitCharged.practiceId" },
  ...visitNames.map(placeOfVisitName),
  { path: dateOfServicePath },
];

interface SessionStart extends DraftNotes, Pick<VisitRecord, "imported"> {
  readonly isNew?: boolean;
}

/** One event open in the editor: its draft and everything derived from it. Made once per opening. */
export class EditorSession {
  readonly visit: VisitDraft;
  readonly story: EditLog;
  readonly balance: Signal<Balance>;
  readonly findings: LiveFindings;
  readonly fields: FieldSync;
  readonly saver = new Saver();
  readonly outcome: Signal<AuditOutcome>;
  readonly rulesLog: Signal<readonly RulesLogDraft[]>;
  /** True if it was begun on this page. */
  readonly isNew: boolean;
  /** What the rules engine said of it when it came; undefined if it did not come from elsewhere. */
  readonly cameWith: AuditOutcome | undefined;
  readonly seen: FirstLook;
  readonly #grids = new Map<ListName, GridHandle>();
  #lateFocus: { readonly place: CellRef; readonly from: Element | null } | undefined;
  #stop: (() => void) | undefined;
  #endOffer: (() => void) | undefined;

  constructor(
    draft: Draft,
    source: DraftSource,
    { isNew = false, imported, story = [], filled = [] }: SessionStart = {},
  ) {
    this.isNew = isNew;
    this.cameWith = imported && outcomeOf(imported.audit);
    this.seen = new FirstLook(isNew);
    this.visit = new VisitDraft(draft, source);
    recallFilled(this.visit, filled);
    this.story = new EditLog(this.visit, story);
    this.balance = new Signal(balanceOf(this.visit.event().visitCharged));
    this.findings = new LiveFindings(this.visit, { today: this.#today(), fees: namesNow().fees });
    this.fields = new FieldSync({
      visit: this.visit,
      nameOf: (place) => this.nameOf(place),
      onHalf: (place) => {
        this.findings.seek(place);
        // What is stored with the draft says that it was being typed.
        if (!place) this.saver.soon();
      },
    });
    this.rulesLog = new Signal(this.visit.rows("rulesLogs"));
    this.outcome = new Signal(outcomeOf(this.visit.event().audit));
  }

  /** Follows the draft until the returned function is called. */
  start(): () => void {
    this.#stop ??= this.#follow();
    return () => {
      this.#stop?.();
      this.#stop = undefined;
      this.#endOffer?.();
      this.findings.stop();
      // A draft that another tab took over can no longer be written here; it was saved before it was released.
      void this.saver.flush().catch(() => undefined);
    };
  }

  #follow(): () => void {
    const stops = [
      this.visit.subscribe((change) => this.#take(change)),
      subscribeNames(() => this.#rename()),
    ];
    // Names may have loaded after the fields rendered.
    this.#rename();
    return () => stops.forEach((stop) => stop());
  }

  #rename(): void {
    this.fields.show();
    this.findings.addFacts({ fees: namesNow().fees, today: this.#today() });
  }

  #today(): string {
    return practiceToday(this.visit.text({ path: "visitCharged.practiceId" }));
  }

  /** It may be another day since, or elsewhere: after midnight, or once another practice is chosen. */
  #followDay(): void {
    const today = this.#today();
    if (today !== this.findings.facts.get().today) this.findings.addFacts({ today });
  }

  /** Reports the last step with an Undo that disappears as soon as another step is made. */
  offerUndo(content: ToastContent): void {
    this.#endOffer?.();
    this.#endOffer = offerUndo(this.visit, content);
  }

  #take(change: DraftChange): void {
    if (!change.typed) this.fields.show(change);
    this.#followDay();
    this.balance.set(balanceOf(this.visit.event().visitCharged));
    this.findings.take(change);
    if (change.cells.some((place) => "path" in place && place.path.startsWith("audit."))) {
      const next = outcomeOf(this.visit.event().audit);
      if (!isSameOutcome(next, this.outcome.get())) this.outcome.set(next);
    }
    this.rulesLog.set(this.visit.rows("rulesLogs"));
    this.saver.soon();
  }

  settle(): void {
    this.fields.settle();
    this.#followDay();
  }

  /** Restores a field to its content before it was typed in. */
  takeBack(place: FieldRef): void {
    if (this.visit.takeBack(storedAt(place))) this.fields.forget();
  }

  /** Writes the name chosen for a field: one undo step, whatever was typed to find it. */
  putName(field: Field, place: FieldRef, entry: DirectoryEntry): void {
    this.fields.forget();
    this.visit.takeBack(place);
    const name = visitNameAt(place);
    if (name) writeVisitName(this.visit, name, entry.id);
    else writeCell(this.visit, place, entry.id, this.nameOf(place));
    showText(field, titleOf(entry));
  }

  fillLine(list: ListName, member: string): void {
    this.settle();
    this.focus({ list, rowId: lineToFill(this.visit, list), member });
  }

  focusFirst(): void {
    this.#focusFrom(0);
  }

  /** The first of the visit's own fields from there on that is empty, else the first line. */
  #focusFrom(at: number): void {
    const empty = inOrder.slice(at).find((place) => {
      const kind = visitNameAt(place) && namedKindAt(place);
      // Nobody types an ID there.
      return (
        shownText(place, this.visit.text(place)).trim() === "" &&
        (kind === undefined || namesNow().hasKind(kind))
      );
    });
    if (empty) this.focus(empty);
    else this.#focusLine();
  }

  #focusLine(): void {
    const [line] = this.visit.order().charges;
    if (line !== undefined) this.focus({ list: "charges", rowId: line, member: "cpt" });
  }

  /** Enter in the visit's own fields moves on to the next empty one, then to the first line. */
  focusNextField(path: string): void {
    const at = inOrder.findIndex((place) => isSameField(place, storedAt({ path })));
    if (at < 0) return;
    this.settle();
    this.#focusFrom(at + 1);
  }

  /** True for a line that nobody has typed in yet: it shows no errors until the user tries to send. */
  isUntouched(list: ListName, rowId: string): boolean {
    const row = this.visit.row(list, rowId);
    return row !== undefined && isPristine(row, this.visit.source) && !this.seen.get().hasSubmitted;
  }

  setGrid(list: ListName, handle: GridHandle | null): void {
    if (handle) this.#grids.set(list, handle);
    else this.#grids.delete(list);
    const late = this.#lateFocus;
    if (!handle || late?.place.list !== list) return;
    this.#lateFocus = undefined;
    // A grid that is being committed cannot render its row yet.
    queueMicrotask(() => document.activeElement === late.from && handle.focusCell(late.place));
  }

  focus(place: FieldRef): void {
    if ("list" in place) {
      // The first row of a list also mounts its grid, which must render before it can take the focus.
      if (!this.#grids.has(place.list)) flushSync(() => undefined);
      const grid = this.#grids.get(place.list);
      if (grid) grid.focusCell(place);
      // Right after the page's first paint the list does not yet follow the draft: its grid comes a moment later.
      else this.#lateFocus = { place, from: document.activeElement };
    } else {
      const field = this.fields.fieldAt(place.path);
      field?.scrollIntoView({ block: "center" });
      field?.focus({ preventScroll: true });
    }
  }

  whereOf(place: FieldRef | undefined): string {
    return place ? this.nameOf(place) : "The visit";
  }

  /** "Charge 3, CPT": the name of a place on this page. */
  nameOf(place: FieldRef): string {
    if ("path" in place) return fieldName(place.path.split(".").at(-1) ?? "");
    const row = rowName(place.list, this.visit.order()[place.list].indexOf(place.rowId));
    const member = memberName(place.member);
    return `${capital(row)}, ${member}`;
  }
}
