import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { sumMoney } from "#room/contract/primitives/sum-money.ts";
import { buildCharge, buildPayment } from "#room/testing/builders.ts";
import { adjustTotals, chargeTotals, paymentTotals, zeroTotals } from "./line-totals.ts";
import { balanceOf } from "./balance.ts";

const cents = fc.integer({ min: 0, max: 10_000_000 });
const usd = (units: number) => ({ currency: "USD", amount: amountOfMinor(units, "USD") });

test("sums are exact in minor units, unlike floating point", () => {
  const charges = [usd(10), usd(20), usd(110)].map((charge) =>
    buildCharge(0, [], { charge, billable: true }),
  );
  expect(balanceOf({ charges }).charges).toBe(140);
});

test("sums of any lines equal the sum of their amounts", () => {
  fc.assert(
    fc.property(fc.array(cents), fc.array(cents), (lines, paid) => {
      const charges = lines.map((units) => buildCharge(0, [], { charge: usd(units) }));
      const payments = paid.map((units) => buildPayment(0, { amount: usd(units) }));
      const balance = balanceOf({ charges, payments });
      expect(balance.charges).toBe(sumMoney(charges.map((row) => row.charge)).minor);
      expect(balance.balance).toBe(balance.charges - paid.reduce((sum, units) => sum + units, 0));
      expect(balance.perPayer.reduce((sum, payer) => sum + payer.balance, 0)).toBe(balance.balance);
    }),
  );
});

test("totals adjusted row by row equal recomputed totals", () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1 }), fc.nat(), cents, (lines, at, units) => {
      const rows = lines.map((line) => chargeTotals(buildCharge(1, [], { charge: usd(line) }), "USD"));
      const before = rows[at % rows.length];
      const after = chargeTotals(buildCharge(1, [], { charge: usd(units) }), "USD");
      const sum = (list: typeof rows) =>
        list.reduce((totals, row) => adjustTotals(totals, undefined, row), zeroTotals);
      const changed = rows.map((row) => (row === before ? after : row));
      const adjusted = rows
        .filter((row) => row === before)
        .reduce((totals, row) => adjustTotals(totals, row, after), sum(rows));
      expect(adjusted).toEqual(sum(changed));
    }),
  );
});

test("a line that is not billable is charged, not billed", () => {
  const charges = [
    buildCharge(0, [], { charge: usd(500) }),
    buildCharge(1, [], { charge: usd(70), billable: false }),
  ];
  expect(balanceOf({ charges })).toMatchObject({ charges: 570, billed: 500, balance: 500 });
});

test("marks lines where charge − paid differs from arAmount", () => {
  const charges = [
    buildCharge(0, [], { charge: usd(500), paid: usd(100), arAmount: usd(400) }),
    buildCharge(1, [], { charge: usd(500), paid: usd(100), arAmount: usd(450) }),
    buildCharge(2, [], { charge: usd(500), paid: usd(100), arAmount: null }),
  ];
  expect(balanceOf({ charges }).gaps).toEqual([{ index: 1, gap: -50 }]);
});

test("counts amounts that cannot be added instead of guessing them", () => {
  const charges = [
    buildCharge(0, [], { charge: usd(500) }),
    buildCharge(1, [], { charge: { currency: "EUR", amount: 5 } }),
  ];
  expect(balanceOf({ charges })).toMatchObject({ currency: "USD", charges: 500, unreadable: 1 });
  expect(paymentTotals({ amount: { currency: "USD", amount: "12x" } }, "USD").unreadable).toBe(1);
});
