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
import type { Place } from "./place.ts";

export interface WireRows {
  readonly charges: DraftCharge;
  readonly diagnosis: DraftDiagnosis;
  readonly payments: DraftPayment;
  readonly rulesLogs: DraftRulesLog;
}

/** The wire objects of a draft's rows, cached until the row or something it depends on changes. */
export class RowValues {
  readonly #draft: () => Draft;
  readonly #source: DraftSource;
  readonly #known = new Map<string, unknown>();
  #writer: RowWriter | undefined;
  /** The currency used for amounts without their own. */
  #currency: string;

  constructor(draft: () => Draft, source: DraftSource) {
    this.#draft = draft;
    this.#source = source;
    this.#currency = currencyOf(draft());
  }

  of<L extends ListName>(list: L, row: RowDraft): WireRows[L] {
    if (!this.#known.has(row.rowId)) {
      this.#writer ??= new RowWriter(this.#draft(), this.#source);
      this.#known.set(row.rowId, this.#writer.row(list, row));
    }
    // The writer's result for a row has the type of its list.
    return this.#known.get(row.rowId) as WireRows[L];
  }

  event(): DraftEvent {
    const writer = new RowWriter(this.#draft(), this.#source);
    return asDraft(writer.event((list, row) => this.of(list, row)));
  }

  /** Call when these cells and lists have changed. */
  forget(cells: readonly Place[], lists: ReadonlySet<ListName>): void {
    const touches = (list: ListName) =>
      lists.has(list) || cells.some((place) => "list" in place && place.list === list);
    const isRecoined = cells.some((place) => "member" in place && place.member.endsWith(".currency"));
    if (isRecoined || touches("diagnosis")) {
      this.#known.clear();
      this.#writer = undefined;
      if (isRecoined) this.#currency = currencyOf(this.#draft());
    }
    if (lists.size > 0) {
      this.#writer = undefined;
      this.#followCurrency();
    }
    for (const place of cells) if ("rowId" in place) this.#known.delete(place.rowId);
  }

  /** Adding, removing or moving rows can make a different amount the first, and so change the default currency. */
  #followCurrency(): void {
    const currency = currencyOf(this.#draft());
    if (currency !== this.#currency) this.#known.clear();
    this.#currency = currency;
  }
}
