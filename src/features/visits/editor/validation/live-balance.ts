import {
  adjustTotals,
  chargeTotals,
  paymentTotals,
  zeroTotals,
  type LineTotals,
  type PayerTotals,
  type Totals,
} from "#room/billing/line-totals.ts";
import { balanceOf, visitCurrencyOf } from "#room/billing/balance.ts";
import { isFresh, type RowDraft } from "#room/features/visits/editor/draft/draft.ts";
import type { DraftChange, VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { Signal } from "#room/signals/signal.ts";

export interface BalanceView {
  readonly currency: string;
  readonly totals: Totals;
  /** The charges that break charge − paid = arAmount, with the difference. */
  readonly gaps: ReadonlyMap<string, number>;
}

const moneyMembers = /^(?:charge|paid|arAmount|amount|billable|payerId)\b/;
const lists = ["charges", "payments"] as const;

export class LiveBalance {
  readonly #visit: VisitDraft;
  readonly #lines = new Map<string, LineTotals>();
  readonly view: Signal<BalanceView>;

  constructor(visit: VisitDraft) {
    this.#visit = visit;
    this.view = new Signal<BalanceView>(this.#countAll());
  }

  #line(list: "charges" | "payments", row: RowDraft, currency: string): LineTotals {
    return list === "charges"
      ? chargeTotals(this.#visit.rowValue(list, row), currency)
      : paymentTotals(this.#visit.rowValue(list, row), currency);
  }

  /** The visit's currency; the first amounts decide it, so this is cheap per key. */
  #currency(): string {
    for (const list of lists) {
      for (const row of this.#visit.rows(list)) {
        const found = visitCurrencyOf({ [list]: [this.#visit.rowValue(list, row)] });
        if (found !== undefined && !isFresh(row, this.#visit.source)) return found;
      }
    }
    return "USD";
  }

  #countAll(): BalanceView {
    const currency = this.#currency();
    let totals = zeroTotals;
    const gaps = new Map<string, number>();
    this.#lines.clear();
    for (const list of lists) {
      for (const row of this.#visit.rows(list)) {
        const line = this.#line(list, row, currency);
        this.#lines.set(row.rowId, line);
        totals = adjustTotals(totals, undefined, line);
        if (line.gap) gaps.set(row.rowId, line.gap);
      }
    }
    return { currency, totals, gaps };
  }

  take(change: DraftChange): void {
    const cells = change.cells.filter((place) => "list" in place && moneyMembers.test(place.member));
    const recoined = cells.some((place) => "member" in place && place.member.endsWith(".currency"));
    const isOther = cells.length > 0 && this.#currency() !== this.view.get().currency;
    if (isOther || recoined || change.lists.some((list) => list === "charges" || list === "payments")) {
      this.view.set(this.#countAll());
      return;
    }
    let { totals, gaps } = this.view.get();
    const { currency } = this.view.get();
    for (const place of cells) {
      if (!("list" in place) || (place.list !== "charges" && place.list !== "payments")) continue;
      const row = this.#visit.row(place.list, place.rowId);
      if (!row) continue;
      const line = this.#line(place.list, row, currency);
      totals = adjustTotals(totals, this.#lines.get(place.rowId), line);
      this.#lines.set(place.rowId, line);
      if ((line.gap || 0) !== (gaps.get(place.rowId) ?? 0)) {
        const next = new Map(gaps);
        if (line.gap) next.set(place.rowId, line.gap);
        else next.delete(place.rowId);
        gaps = next;
      }
    }
    if (cells.length > 0) this.view.set({ currency, totals, gaps });
  }

  perPayer(): readonly PayerTotals[] {
    return balanceOf(this.#visit.event().visitCharged).perPayer;
  }
}
