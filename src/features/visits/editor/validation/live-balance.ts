import {
  addLine,
  chargeTotals,
  paymentTotals,
  zeroTotals,
  type LineTotals,
  type PayerTotals,
  type Totals,
} from "#room/billing/line-totals.ts";
import { balanceOf, visitCurrencyOf } from "#room/billing/balance.ts";
import { isPristine, type RowDraft } from "#room/features/visits/editor/draft/draft.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { Signal } from "#room/signals/signal.ts";

export interface BalanceView {
  readonly currency: string;
  readonly totals: Totals;
  /** The charges that break charge − paid = arAmount, with the difference. */
  readonly gaps: ReadonlyMap<string, number>;
}

const lists = ["charges", "payments"] as const;
type MoneyList = (typeof lists)[number];
const isMoney = (list: string) => lists.some((each) => each === list);

/** The sums of the draft as it stands; a row is read once as long as it is the same. */
export class LiveBalance {
  readonly #visit: VisitDraft;
  #known = { currency: "", lines: new WeakMap<object, LineTotals>() };
  readonly view: Signal<BalanceView>;

  constructor(visit: VisitDraft) {
    this.#visit = visit;
    this.view = new Signal<BalanceView>(this.#count());
  }

  #line(list: MoneyList, row: RowDraft): LineTotals {
    const { currency, lines } = this.#known;
    const value = this.#visit.rowValue(list, row);
    const line =
      lines.get(value) ??
      (list === "charges" ? chargeTotals(value, currency) : paymentTotals(value, currency));
    lines.set(value, line);
    return line;
  }

  #currency(): string {
    for (const list of lists) {
      for (const row of this.#visit.rows(list)) {
        const found = visitCurrencyOf({ [list]: [this.#visit.rowValue(list, row)] });
        if (found !== undefined && !isPristine(row, this.#visit.source)) return found;
      }
    }
    return "USD";
  }

  #count(): BalanceView {
    const currency = this.#currency();
    if (currency !== this.#known.currency) this.#known = { currency, lines: new WeakMap() };
    let totals = zeroTotals;
    const gaps = new Map<string, number>();
    for (const list of lists) {
      for (const row of this.#visit.rows(list)) {
        const line = this.#line(list, row);
        totals = addLine(totals, line);
        if (line.gap) gaps.set(row.rowId, line.gap);
      }
    }
    return { currency, totals, gaps };
  }

  take({ cells, lists: changed }: DraftChange): void {
    if (changed.some(isMoney) || cells.some((place) => "list" in place && isMoney(place.list)))
      this.view.set(this.#count());
  }

  perPayer(): readonly PayerTotals[] {
    return balanceOf(this.#visit.event().visitCharged).perPayer;
  }
}
