import { expect, test } from "vitest";
import { applyFix } from "#room/billing/apply-fix.ts";
import { scrub } from "#room/billing/scrub.ts";
import { FeeSchedule } from "#room/billing/directory/fee-schedule.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { changedEvent, line, row, testRule, usd } from "#room/testing/rule-cases.ts";

const fee = { kind: "fee", id: buildGuid(13, 1), code: line?.cpt ?? "", amount: usd(50) } as const;
const fees = new FeeSchedule([fee as never]);
const facts = { fees };
const set = (amount: number, quantity = 1) => ({
  [`${row}.charge`]: usd(amount),
  [`${row}.quantity`]: quantity,
  [`${row}.modifier`]: [],
});

const other = { ...fee, id: buildGuid(13, 2), amount: usd(60) };
const twoPrices = { fees: new FeeSchedule([fee as never, other as never]) };
const oldPrice = { fees: new FeeSchedule([fee as never, { ...other, activeTo: "2020-01-01" } as never]) };
const ofPayer = { fees: new FeeSchedule([fee as never, { ...other, payerId: line?.payerId } as never]) };
const practiceId = "abcdef01".repeat(4);
const ofPractice = { fees: new FeeSchedule([fee as never, { ...other, practiceId } as never]) };
const newPrice = { fees: new FeeSchedule([fee as never, { ...other, activeFrom: "2020-01-01" } as never]) };

test("a fixed amount takes its A/R along", () => {
  const fixed = (ar: number, paid: object | null = usd(15)) => {
    const event = changedEvent({
      ...set(40),
      [`${row}.paid`]: paid,
      [`${row}.arAmount`]: usd(ar),
    });
    const found = scrub(event, facts).find(({ ruleId }) => ruleId === "fee-schedule-amount");
    return applyFix(event, found?.fix ?? { edits: [] }).visitCharged?.charges?.[0];
  };
  expect(fixed(25)).toMatchObject({ charge: usd(50), arAmount: usd(35) });
  expect(fixed(20)).toMatchObject({ charge: usd(50), arAmount: usd(20) });
  expect(fixed(40, null)).toMatchObject({ charge: usd(50), arAmount: usd(50), paid: null });
});

test("under two prices, an amount of neither is told", () => {
  const said = (amount: number, quantity: number) =>
    scrub(changedEvent(set(amount, quantity)), twoPrices).find(
      ({ ruleId }) => ruleId === "fee-schedule-amount",
    )?.message;
  const other = "This line has another amount.";
  expect([said(50, 1), said(120, 2)].filter((words) => words?.includes(other))).toEqual([]);
  expect(said(70, 1)).toContain(other);
  expect(said(60, 2)).toContain(other);
});

testRule("fee-schedule-amount", [
  { set: set(50), says: "", facts },
  { set: set(100, 2), says: "", facts },
  {
    set: set(50, 2),
    says: "warn",
    at: `${row}.charge.amount`,
    tells: "The fee schedule says $100.00 for 99213 for 2 units; this line has another amount.",
    fixed: { [`${row}.charge`]: usd(100), [`${row}.feeId`]: fee.id },
    facts,
  },
  {
    set: set(49.99),
    says: "warn",
    at: `${row}.charge.amount`,
    tells: "says $50.00 for 99213; this",
    fixed: { [`${row}.charge`]: usd(50), [`${row}.feeId`]: fee.id },
    facts,
  },
  {
    set: { ...set(50), [`${row}.charge`]: { currency: "CAD", amount: 50 } },
    says: "warn",
    fixed: { [`${row}.charge`]: usd(50), [`${row}.feeId`]: fee.id },
    facts,
  },
  {
    set: { ...set(50), [`${row}.charge`]: { currency: null, amount: 50 }, [`${row}.cpt`]: " 99213 " },
    says: "warn",
    tells: "for 99213;",
    fixed: { [`${row}.charge`]: usd(50), [`${row}.feeId`]: fee.id },
    facts,
  },
  {
    set: { ...set(49.99), [`${row}.modifier`]: null },
    says: "warn",
    fixed: { [`${row}.charge`]: usd(50), [`${row}.feeId`]: fee.id },
    facts,
  },
  // What is missing or no number yet is told elsewhere, and half a cent is nobody's price.
  ...[
    { [`${row}.cpt`]: null },
    { [`${row}.quantity`]: "2" },
    { [`${row}.quantity`]: 1 / 3 },
    { [`${row}.charge`]: null },
    { [`${row}.charge`]: usd("49") },
  ].map((none) => ({ set: { ...set(49.99), ...none }, says: "", facts }) as const),
  { set: set(60), says: "", facts: ofPayer },
  ...[practiceId, practiceId.toUpperCase()].map(
    (spelled) =>
      ({ set: { ...set(60), "visitCharged.practiceId": spelled }, says: "", facts: ofPractice }) as const,
  ),
  { set: set(50), says: "", facts: ofPractice },
  { set: set(50), says: "", facts: oldPrice },
  { set: set(49.99), says: "" },
  {
    set: set(50),
    says: "warn",
    at: `${row}.charge.amount`,
    tells: "more than one price for 99213 on this date: $50.00 and $60.00. Check",
    facts: twoPrices,
  },
  {
    set: { ...set(1), [`${row}.charge`]: { currency: "USD" } },
    says: "warn",
    at: `${row}.charge.amount`,
    tells: "on this date: $50.00 and $60.00. Check which is right.",
    facts: twoPrices,
  },
  { set: { ...set(1), [`${row}.charge`]: { currency: "USD" } }, says: "", facts },
  { set: set(60), says: "", facts: newPrice },
  { set: { ...set(49.99), [`${row}.cpt`]: "99999" }, says: "", facts },
  { set: { ...set(49.99), "visitCharged.createdOn": "" }, says: "", facts },
  { set: { ...set(49.99), [`${row}.modifier`]: ["26"] }, says: "", facts },
]);
