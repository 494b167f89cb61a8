import type { Finding } from "#room/billing/finding.ts";
import type { ScrubContext } from "#room/billing/rule.ts";
import { scrubCharge, scrubDiagnosis, scrubPayment } from "#room/billing/scrub.ts";
import { isPristine, type RowDraft } from "#room/features/visits/editor/draft/draft.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { memberOf } from "./locate.ts";
import { isSameFault, keyOf, type FieldFinding } from "./field-finding.ts";

const scrubbed = ["charges", "diagnosis", "payments"] as const;
type Scrubbed = (typeof scrubbed)[number];

interface Checked {
  readonly value: unknown;
  readonly isPristine: boolean;
  readonly context: ScrubContext;
  readonly found: readonly FieldFinding[];
}

const nothing: readonly FieldFinding[] = [];

/**
 * Rule findings per row. Only the result for the current row is kept, so a row that changes back is checked again; an
 * unchanged one is not.
 */
export class RowFindings {
  readonly #visit: VisitDraft;
  readonly #rows = new Map<string, Checked>();

  constructor(visit: VisitDraft) {
    this.#visit = visit;
  }

  of(rowId: string): readonly FieldFinding[] {
    return this.#rows.get(rowId)?.found ?? nothing;
  }

  all(): readonly FieldFinding[] {
    return scrubbed.flatMap((list) => this.#visit.order()[list].flatMap((rowId) => this.of(rowId)));
  }

  checkAll(context: ScrubContext): void {
    const ids = new Set(scrubbed.flatMap((list) => this.#visit.order()[list]));
    for (const rowId of this.#rows.keys()) if (!ids.has(rowId)) this.#rows.delete(rowId);
    for (const list of scrubbed) for (const row of this.#visit.rows(list)) this.check(list, row, context);
  }

  #scrub(list: Scrubbed, row: RowDraft, context: ScrubContext): readonly Finding[] {
    if (list === "charges") return scrubCharge(this.#visit.rowValue(list, row), context);
    if (list === "diagnosis") return scrubDiagnosis(this.#visit.rowValue(list, row), context);
    return scrubPayment(this.#visit.rowValue(list, row), context);
  }

  /** True if a different fault or fix was found than before; wording alone does not count. */
  check(list: Scrubbed, row: RowDraft, context: ScrubContext): boolean {
    const { rowId } = row;
    const before = this.#rows.get(rowId);
    const value = this.#visit.rowValue(list, row);
    const isNew = isPristine(row, this.#visit.source);
    if (before && before.value === value && before.isPristine === isNew && before.context === context)
      return false;
    const findings = isNew ? [] : this.#scrub(list, row, context);
    const found = findings.map((finding) => ({
      key: keyOf(finding, rowId),
      finding,
      place: { list, rowId, member: memberOf(list, finding.path) },
      isOfRow: true,
    }));
    this.#rows.set(rowId, { value, isPristine: isNew, context, found: found.length === 0 ? nothing : found });
    const old = before?.found ?? nothing;
    return old.length !== found.length || !found.every((each, at) => isSameFault(each, old[at]));
  }
}
