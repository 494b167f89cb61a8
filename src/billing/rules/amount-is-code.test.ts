import { FeeSchedule } from "#room/billing/directory/fee-schedule.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { line, row, testRule, usd } from "#room/testing/rule-cases.ts";

const fee = { kind: "fee", id: buildGuid(13, 1), code: line?.cpt ?? "", amount: usd(87880) } as const;
const charge = (amount: unknown) => ({ [`${row}.charge`]: usd(amount), [`${row}.modifier`]: [] });

testRule("amount-is-code", [
  { set: charge(87880), says: "warn", at: `${row}.charge.amount`, tells: "$87,880.00 looks like" },
  { set: { [`${row}.charge`]: { currency: "EUR", amount: 87880 } }, says: "warn", tells: "EUR 87,880.00" },
  { set: { [`${row}.charge`]: { amount: 87880 } }, says: "warn", tells: "$87,880.00" },
  { set: charge(99000), says: "warn" },
  // The first and the last surgery code.
  { set: charge(10004), says: "warn" },
  { set: charge(69990), says: "warn" },
  { set: charge(99213), says: "warn", at: `${row}.charge.amount` },
  { set: charge(93000), says: "warn", at: `${row}.charge.amount` },
  { set: charge(10060), says: "warn", at: `${row}.charge.amount` },
  // No code has these digits.
  { set: charge(10000), says: "" },
  { set: charge(25000), says: "" },
  { set: charge(70001), says: "" },
  { set: charge(99999), says: "" },
  { set: charge(8788), says: "" },
  { set: charge(878800), says: "" },
  { set: charge(87880.5), says: "" },
  { set: charge("8788O"), says: "" },
  // Its own amounts are whole numbers.
  { set: { [`${row}.charge`]: { currency: "JPY", amount: 15010 } }, says: "" },
  // What the fee schedule says is an amount.
  { set: charge(87880), says: "", facts: { fees: new FeeSchedule([fee as never]) } },
  { set: charge(99213), says: "warn", facts: { fees: new FeeSchedule([fee as never]) } },
]);
