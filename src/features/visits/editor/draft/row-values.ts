import {
  asDraft,
  type DraftCharge,
  type DraftDiagnosis,
  type DraftEvent,
  type DraftPayment,
  type DraftRulesLog,
} from "#room/billing/draft-event.ts";
import type { Draft, DraftSource, ListName, RowDraft } from "./draft.ts";
import { RowWriter, currencyOf } from "./row-writer.ts";

export interface WireRows {
  readonly charges: DraftCharge;
  readonly diagnosis: DraftDiagnosis;
  readonly payments: DraftPayment;
  readonly rulesLogs: DraftRulesLog;
}

/** The wire objects of a draft's rows, each made once for a row as it is, its diagnoses and the visit's currency. */
export class RowValues {
  readonly #source: DraftSource;
  #known = new WeakMap<RowDraft, unknown>();
  #writer: RowWriter | undefined;
  /** What the known ones were made for. */
  #made: { readonly diagnosis: unknown; readonly currency: string } | undefined;

  constructor(source: DraftSource) {
    this.#source = source;
  }

  of<L extends ListName>(draft: Draft, list: L, row: RowDraft): WireRows[L] {
    const { diagnosis } = draft.rows;
    const currency = currencyOf(draft);
    if (this.#made?.diagnosis !== diagnosis || this.#made.currency !== currency) {
      this.#made = { diagnosis, currency };
      this.#known = new WeakMap();
      this.#writer = undefined;
    }
    if (!this.#known.has(row)) {
      this.#writer ??= new RowWriter(draft, this.#source);
      this.#known.set(row, this.#writer.row(list, row));
    }
    // The writer's result for a row has the type of its list.
    return this.#known.get(row) as WireRows[L];
  }

  event(draft: Draft): DraftEvent {
    const writer = new RowWriter(draft, this.#source);
    return asDraft(writer.event((list, row) => this.of(draft, list, row)));
  }
}
