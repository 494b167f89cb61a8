import { balanceOf } from "#room/billing/balance.ts";
import { numberOf } from "#room/billing/draft-event.ts";
import { type VisitRule, clean } from "#room/billing/rule.ts";
import { minorMoneyText } from "#room/billing/money-text.ts";

export const paidLines: VisitRule = {
  id: "paid-lines",
  scope: "visit",
  severity: "warn",
  title: "The visit's payments cover the amounts its lines show as paid.",
  source: "F23: charge, paid and A/R add up, as on coordinated claims",
  check(event) {
    const { charges, payments } = event.visitCharged ?? {};
    const balance = balanceOf(event.visitCharged);
    if (balance.unreadable > 0 || balance.paid === 0 || balance.paid <= balance.payments) return clean;
    const money = (units: number) => minorMoneyText(units, balance.currency);
    const listed =
      (payments ?? []).length === 0 ? "no payments are listed" : `payments total ${money(balance.payments)}`;
    const first = (charges ?? []).findIndex(({ paid }) => (numberOf(paid?.amount) ?? 0) > 0);
    const path = ["visitCharged", "charges", Math.max(0, first), "paid", "amount"];
    return [{ path, message: `Charges show ${money(balance.paid)} paid, but ${listed}.` }];
  },
};
