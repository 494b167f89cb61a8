import { counted } from "#room/contract/primitives/counted.ts";
import { currencyDigits, decimalText, minorUnits } from "#room/contract/primitives/money.ts";
import { type DraftMoney, isBlank, numberOf } from "#room/billing/draft-event.ts";
import type { RuleResult } from "#room/billing/rule.ts";

/** Why an amount is not a whole number of minor units. */
function tooFine(typed: number | string | null | undefined, amount: number, currency: string): string {
  const [, decimals = ""] = decimalText(amount).split(".");
  const most = currencyDigits(currency);
  if (decimals.length <= most) return `${String(typed)} is too large to bill.`;
  const allowed = most === 0 ? "no decimals" : `up to ${most} decimals`;
  return `${String(typed)} has ${counted(decimals.length, "decimal")}; ${currency} amounts have ${allowed}.`;
}

/** The results for a single amount: it must be a number, in the visit's currency, without excess digits. */
export function moneyResults(
  money: DraftMoney | null | undefined,
  member: string,
  visitCurrency: string | undefined,
): RuleResult[] {
  if (!money || (isBlank(money.amount) && isBlank(money.currency))) return [];
  const results: RuleResult[] = [];
  const currency = isBlank(money.currency) ? undefined : String(money.currency).trim().toUpperCase();
  const setCurrency = (value: string) => ({
    label: `Set to ${value}`,
    edits: [{ kind: "set", path: [member, "currency"], value } as const],
  });
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) {
    results.push({
      path: [member, "currency"],
      message: "Enter the currency: three letters, like USD.",
      ...(visitCurrency !== undefined && /^[A-Z]{3}$/.test(visitCurrency)
        ? { fix: setCurrency(visitCurrency) }
        : {}),
    });
  } else if (visitCurrency !== undefined && currency !== visitCurrency) {
    results.push({
      path: [member, "currency"],
      message: `This is in ${currency}, but the visit is in ${visitCurrency}. A visit has one currency.`,
      fix: setCurrency(visitCurrency),
    });
  }
  if (isBlank(money.amount)) return results;
  const amount = numberOf(money.amount);
  if (amount === undefined)
    results.push({ path: [member, "amount"], message: `“${String(money.amount)}” isn’t a valid amount.` });
  else if (currency !== undefined && minorUnits(amount, currency) === undefined)
    results.push({
      path: [member, "amount"],
      message: tooFine(money.amount, amount, currency),
    });
  return results;
}
