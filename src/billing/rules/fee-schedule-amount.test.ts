import { FeeSchedule } from "#room/billing/directory/fee-schedule.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { line, row, testRule, usd } from "#room/testing/rule-cases.ts";

const fee = { kind: "fee", id: buildGuid(13, 1), code: line?.cpt ?? "", amount: usd(50) } as const;
const fees = new FeeSchedule([fee as never]);
const facts = { fees };
const set = (amount: number, quantity = 1) => ({
  [`${row}.charge`]: usd(amount),
  [`${row}.quantity`]: quantity,
  [`${row}.modifier`]: [],
});

testRule("fee-schedule-amount", [
  { set: set(50), says: "", facts },
  { set: set(100, 2), says: "", facts },
  { set: set(50, 2), says: "warn", at: `${row}.charge.amount`, fixed: true, facts },
  { set: set(49.99), says: "warn", at: `${row}.charge.amount`, fixed: true, facts },
  {
    set: { ...set(50), [`${row}.charge`]: { currency: "CAD", amount: 50 } },
    says: "warn",
    fixed: true,
    facts,
  },
  { set: set(49.99), says: "" },
  { set: { ...set(49.99), [`${row}.cpt`]: "99999" }, says: "", facts },
  { set: { ...set(49.99), "visitCharged.createdOn": "" }, says: "", facts },
  { set: { ...set(49.99), [`${row}.modifier`]: ["26"] }, says: "", facts },
]);
