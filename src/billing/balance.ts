import type { DraftVisit } from "./draft-event.ts";
import {
  type Totals,
  type PayerTotals,
  type LineTotals,
  zeroTotals,
  addLine,
  chargeTotals,
  currencyOf,
  paymentTotals,
} from "./line-totals.ts";

export interface Balance extends Totals {
  readonly currency: string;
  /** billed − payments: the open amount, as the invoice will show it. */
  readonly balance: number;
  /** Charges for which charge − paid ≠ arAmount, by index, with the difference. */
  readonly gaps: readonly { readonly index: number; readonly gap: number }[];
  readonly perPayer: readonly PayerTotals[];
}

/** The currency of the visit's first amount, in upper case; undefined while there is none. */
export function visitCurrencyOf(visit: DraftVisit | null | undefined): string | undefined {
  for (const row of visit?.charges ?? []) {
    const code = currencyOf(row.charge) ?? currencyOf(row.arAmount) ?? currencyOf(row.paid);
    if (code !== undefined) return code;
  }
  for (const { amount } of visit?.payments ?? []) {
    const code = currencyOf(amount);
    if (code !== undefined) return code;
  }
  return undefined;
}

export function balanceOf(visit: DraftVisit | null | undefined, currency = "USD"): Balance {
  const code = visitCurrencyOf(visit) ?? currency;
  const gaps: { index: number; gap: number }[] = [];
  const byPayer = new Map<string, Totals>();
  let totals = zeroTotals;
  const add = (line: LineTotals) => {
    totals = addLine(totals, line);
    byPayer.set(line.payerId, addLine(byPayer.get(line.payerId) ?? zeroTotals, line));
  };
  for (const [index, row] of (visit?.charges ?? []).entries()) {
    const line = chargeTotals(row, code);
    if (line.gap !== undefined && line.gap !== 0) gaps.push({ index, gap: line.gap });
    add(line);
  }
  for (const row of visit?.payments ?? []) add(paymentTotals(row, code));
  const perPayer = [...byPayer].map(([payerId, sums]) => ({ payerId, ...sums }));
  return { ...totals, currency: code, balance: totals.billed - totals.payments, gaps, perPayer };
}
