import { moneyText } from "#room/billing/money-text.ts";
import { type DraftCharge, type DraftMoney, isBlank, numberOf } from "#room/billing/draft-event.ts";
import { amountFor } from "#room/billing/directory/fee-schedule.ts";
import type { Edit } from "#room/billing/finding.ts";
import { chargeTotals } from "#room/billing/line-totals.ts";
import { amountOfMinor, minorUnits, type Money } from "#room/contract/primitives/money.ts";
import { type ChargeRule, clean, type ScrubContext } from "#room/billing/rule.ts";

/** A/R that was the charge less the paid amount stays so. */
function balanceAfter(charge: DraftCharge, due: Money): readonly Edit[] {
  const { arAmount, paid } = charge;
  if (chargeTotals(charge, due.currency).gap !== 0) return [];
  const unitsOf = (money: DraftMoney | null | undefined) =>
    minorUnits(numberOf(money?.amount) ?? 0, due.currency) ?? 0;
  const value = { ...arAmount, amount: amountOfMinor(unitsOf(due) - unitsOf(paid), due.currency) };
  return [{ kind: "set", path: ["arAmount"], value }];
}

/** The fee schedule's entry for a line, and its amounts for the line's units: more than one if prices rival. */
export function dueOf(charge: DraftCharge, { facts, serviceDate, practiceId }: ScrubContext) {
  const { cpt, modifier, payerId, quantity } = charge;
  if (!facts.fees || typeof cpt !== "string" || typeof quantity !== "number") return undefined;
  const modifiers = modifier ?? [];
  const line = { code: cpt, modifiers, payerId: payerId ?? "", practiceId, day: serviceDate };
  const fee = facts.fees.choose(line);
  const due = fee && amountFor(fee, quantity);
  if (!fee || !due) return undefined;
  const rivals = facts.fees.rivalsOf(fee, serviceDate);
  return { fee, due, rivals, quantity, what: [cpt.trim(), ...modifiers].join("-") };
}

function isSame({ currency, amount }: DraftMoney, due: Money | undefined): boolean {
  return typeof currency === "string" && currency.toUpperCase() === due?.currency && amount === due.amount;
}

/** An amount that differs from the fee schedule: a slip, or a changed price. */
export const feeScheduleAmount: ChargeRule = {
  id: "fee-schedule-amount",
  scope: "charge",
  severity: "warn",
  title: "A line's amount is the fee schedule's amount times its units.",
  source: "The clinic's fee schedule in effect on the date of service",
  check(charge, context) {
    const money = charge.charge ?? {};
    const found = dueOf(charge, context);
    const isAbsent = isBlank(money.amount);
    if (!found || (!isAbsent && typeof money.amount !== "number")) return clean;
    const { fee, due, rivals, quantity, what } = found;
    const prices = [fee, ...rivals];
    const [price, ...others] = new Set(prices.map(({ amount }) => moneyText(amount)));
    if (others.length > 0) {
      const isNone = !prices.some((each) => isSame(money, amountFor(each, quantity)));
      const neither = isNone && !isAbsent ? " This line has another amount." : "";
      const message = `The fee schedule has more than one price for ${what} on this date: ${[price, ...others].join(" and ")}. Check which is right.${neither}`;
      return [{ path: ["charge", "amount"], message }];
    }
    if (isAbsent || isSame(money, due)) return clean;
    const text = moneyText(due);
    const units = quantity === 1 ? "" : ` for ${quantity} units`;
    return [
      {
        path: ["charge", "amount"],
        message: `The fee schedule says ${text} for ${what}${units}; this line has another amount.`,
        fix: {
          label: `Charge ${text}`,
          kind: "Use the fee schedule’s amount",
          edits: [
            { kind: "set", path: ["charge"], value: { ...money, ...due } },
            { kind: "set", path: ["feeId"], value: fee.id },
            ...balanceAfter(charge, due),
          ],
        },
      },
    ];
  },
};
