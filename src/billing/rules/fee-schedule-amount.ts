import { moneyText } from "#room/billing/money-text.ts";
import { amountFor } from "#room/billing/directory/fee-schedule.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";

/** An amount that differs from the fee schedule: a slip, or a changed price. */
export const feeScheduleAmount: ChargeRule = {
  id: "fee-schedule-amount",
  scope: "charge",
  severity: "warn",
  title: "A line's amount is the fee schedule's amount times its units.",
  source: "The clinic's fee schedule in effect on the date of service",
  check(charge, { facts, serviceDate, practiceId }) {
    const { cpt, quantity, charge: money, payerId } = charge;
    if (!facts.fees || typeof cpt !== "string" || typeof money?.amount !== "number") return clean;
    const modifiers = (charge.modifier ?? []).filter((modifier) => typeof modifier === "string");
    const fee = facts.fees.choose({
      code: cpt,
      modifiers,
      payerId: payerId ?? "",
      practiceId,
      day: serviceDate,
    });
    const due = fee && typeof quantity === "number" ? amountFor(fee, quantity) : undefined;
    if (!fee || !due || typeof quantity !== "number") return clean;
    const currency = typeof money.currency === "string" ? money.currency.toUpperCase() : "";
    if (currency === due.currency && money.amount === due.amount) return clean;
    const text = moneyText(due);
    const units = quantity === 1 ? "" : ` for ${quantity} units`;
    return [
      {
        path: ["charge", "amount"],
        message: `The fee schedule says ${text} for ${[cpt.trim(), ...modifiers].join("-")}${units}; this line has another amount.`,
        fix: {
          label: `Charge ${text}`,
          kind: "Use the fee schedule’s amount",
          edits: [
            { kind: "set", path: ["charge"], value: { ...money, ...due } },
            { kind: "set", path: ["feeId"], value: fee.id },
          ],
        },
      },
    ];
  },
};
