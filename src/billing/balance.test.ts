import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amountOfMinor } from "#room/contract/primitives/money.ts";
import { sumMoney } from "#room/contract/primitives/sum-money.ts";
import { buildCharge, buildGuid, buildPayment } from "#room/testing/builders.ts";
import { chargeTotals, paymentTotals } from "./line-totals.ts";
import { balanceOf, visitCurrencyOf } from "./balance.ts";

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
      expect(balance.perPayer.reduce((sum, payer) => sum + payer.ar, 0)).toBe(balance.ar);
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

test("a line without a charge has no A/R", () => {
  const { charge: _charge, arAmount: _ar, ...line } = buildCharge(0, [], { paid: usd(30) });
  expect(balanceOf({ charges: [line] })).toMatchObject({ charges: 0, paid: 30, ar: 0 });
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

const own = { charges: 0, paid: 0, ar: 0, billed: 0, payments: 0, unreadable: 0 };

test("the first amount names the currency, a payment's last", () => {
  const eur = { currency: " eur ", amount: 1 };
  const blank = { currency: " ", amount: 1 };
  expect(visitCurrencyOf({ charges: [{ charge: blank, arAmount: eur, paid: usd(1) }] })).toBe("EUR");
  expect(visitCurrencyOf({ charges: [{ paid: eur }], payments: [{ amount: usd(1) }] })).toBe("EUR");
  expect(visitCurrencyOf({ charges: [{}], payments: [{}, { amount: blank }, { amount: eur }] })).toBe("EUR");
  expect(visitCurrencyOf({ charges: [{}], payments: [{}] })).toBe(undefined);
  for (const none of [undefined, null, {}]) {
    expect(visitCurrencyOf(none)).toBe(undefined);
    expect(balanceOf(none, "CAD")).toEqual({
      ...own,
      currency: "CAD",
      balance: 0,
      gaps: [],
      perPayer: [],
    });
  }
});

test("each payer's sums stand alone, whoever it is", () => {
  const payerId = buildGuid(9, 1);
  const balance = balanceOf({
    charges: [
      { charge: usd(500), paid: usd(100), payerId: ` {${payerId.toUpperCase()}} `, billtoPayer: true },
      { charge: usd(70), payerId: "nobody", billtoPayer: true },
      { charge: usd(8), payerId },
      { charge: usd(5), payerId: "0".repeat(32) },
    ],
    payments: [{ amount: usd(200), payerId }, { amount: usd(3), payerId: null }, { payerId: "" }],
  });
  expect(balance).toMatchObject({
    charges: 583,
    paid: 100,
    ar: 483,
    billed: 583,
    payments: 203,
    balance: 380,
  });
  expect(balance.perPayer).toEqual([
    { ...own, payerId, charges: 500, paid: 100, ar: 400, billed: 500, payments: 200 },
    { ...own, payerId: "nobody", charges: 70, ar: 70, billed: 70 },
    { ...own, payerId: "", charges: 13, ar: 13, billed: 13, payments: 3 },
  ]);
});

test("what cannot be read makes no gap and no A/R", () => {
  const bad = { currency: "EUR", amount: 1 };
  const [charge, paid, arAmount] = [usd(500), usd(100), usd(400)];
  const of = (row: object) => chargeTotals({ charge, paid, arAmount, ...row }, "USD");
  expect(of({})).toMatchObject({ charge: 500, paid: 100, ar: 400, gap: 0, unreadable: 0 });
  expect(of({ charge: bad })).toMatchObject({ charge: 0, billed: 0, gap: undefined, unreadable: 1 });
  expect(of({ paid: bad })).toMatchObject({ paid: 0, ar: 400, gap: undefined, unreadable: 1 });
  expect(of({ arAmount: bad })).toMatchObject({ ar: 0, gap: undefined, unreadable: 1 });
  expect(of({ arAmount: null })).toMatchObject({ ar: 400, gap: undefined, unreadable: 0 });
  expect(of({ paid: bad, arAmount: null })).toMatchObject({ ar: 0, unreadable: 1 });
  expect(of({ charge: bad, paid: bad, arAmount: bad })).toMatchObject({ unreadable: 3 });
  expect(
    of({ charge: { currency: " usd ", amount: "5" }, paid: { amount: 1 }, arAmount: null }),
  ).toMatchObject({
    charge: 500,
    paid: 100,
    ar: 400,
    unreadable: 0,
  });
  expect(paymentTotals({ amount: usd(7) }, "USD")).toMatchObject({ payment: 7, unreadable: 0 });
});
