import { currencyDigits, minorUnits } from "#room/contract/primitives/money.ts";
import type { DraftMoney } from "#room/billing/draft-event.ts";
import { isBlank, numberOf } from "#room/billing/draft-event.ts";
import type { RuleResult } from "#room/billing/rule.ts";

/** What is to say about one amount as such: a number, a currency, the visit's one, no more digits than it has. */
export function moneyResults(
  money: DraftMoney | null | undefined,
  member: string,
  visitCurrency: string | undefined,
): RuleResult[] {
  if (!money || (isBlank(money.amount) && isBlank(money.currency))) return [];
  const results: RuleResult[] = [];
  const currency = isBlank(money.currency) ? undefined : String(money.currency).trim().toUpperCase();
  const setCurrency = (value: string) => ({
    label: `Make it ${value}`,
    edits: [{ kind: "set", path: [member, "currency"], value } as const],
  });
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) {
    results.push({
      path: [member, "currency"],
      message: "An amount needs its currency, three letters as USD.",
      ...(visitCurrency !== undefined && /^[A-Z]{3}$/.test(visitCurrency)
        ? { fix: setCurrency(visitCurrency) }
        : {}),
    });
  } else if (visitCurrency !== undefined && currency !== visitCurrency) {
    results.push({
      path: [member, "currency"],
      message: `This is in ${currency}, the visit in ${visitCurrency}: one visit has one currency, nothing is converted.`,
      fix: setCurrency(visitCurrency),
    });
  }
  if (isBlank(money.amount)) return results;
  const amount = numberOf(money.amount);
  if (amount === undefined)
    results.push({ path: [member, "amount"], message: `"${String(money.amount)}" is no amount.` });
  else if (currency !== undefined && minorUnits(amount, currency) === undefined)
    results.push({
      path: [member, "amount"],
      message: `${currency} has ${currencyDigits(currency)} digits after the point; this amount has more than can be billed.`,
    });
  return results;
}
