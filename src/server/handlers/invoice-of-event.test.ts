import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { invoiceOfEvent } from "./invoice-of-event.ts";
import { workMs } from "#room/testing/work-ms.ts";

const charge = { currency: "USD", amount: 1 };
const visit = { visitId: randomUUID(), practiceId: randomUUID() };

test("a bare key as a link has its diagnosis' code", () => {
  const key = randomUUID();
  const diagnosis = [
    { icd10DiagCode: "R05.9" },
    { diagCodePk: key.toUpperCase(), icd10DiagCode: "J02.9" },
    { diagCodePk: key, icd10DiagCode: "J03.90" },
  ];
  const indicatedBy = [{ diagCodePk: key }, { diagCodePk: randomUUID() }, {}, { icd10DiagCode: "Z00.00" }];
  const { lines } = invoiceOfEvent({
    ...visit,
    diagnosis,
    charges: [{ cpt: "99213", quantity: 1, charge, indicatedBy }],
  });
  expect(lines[0]?.diagnoses).toEqual(["J02.9", "Z00.00"]);
});

test("an invoice is in the currency of its first charge", () => {
  const amount = { currency: "eur", amount: 2.5 };
  const line = { cpt: "99213", quantity: 999_999_999, charge: amount };
  const charges = [line, { ...line, billable: false }];
  const payments = [{ amount: { currency: "EUR", amount: 1 } }, {}];
  const sums = { currency: "EUR", totalMinor: 250, paidMinor: 100 };
  expect(invoiceOfEvent({ ...visit, charges, payments })).toMatchObject(sums);
});

test("what nobody can be billed is told with its place", () => {
  const line = { cpt: "99213", quantity: 1, charge };
  const much = { currency: "USD", amount: 999_999_999.99 };
  const issue = (changes: object) => {
    try {
      return invoiceOfEvent({ ...visit, charges: [line], ...changes }, "event");
    } catch (error) {
      return error;
    }
  };
  const told = (fieldName: string, words: string) => ({
    errors: [{ fieldName: `event.visitCharged.${fieldName}`, message: expect.stringContaining(words) }],
  });
  const units = "'quantity' must be from 0.0001 to 999,999,999.";
  for (const quantity of [1_000_000_000, 0.00009])
    expect(issue({ charges: [{ ...line, quantity }] })).toMatchObject(told("charges[0].quantity", units));
  for (const quantity of [0.0001, 999_999_999])
    expect(issue({ charges: [{ ...line, quantity }] })).toMatchObject({ totalMinor: 100 });
  for (const currency of ["XXZ", "HRK", "ZWL", "XXX"])
    expect(issue({ charges: [{ ...line, charge: { currency, amount: 1 } }] })).toMatchObject(
      told("charges[0].charge.currency", "'currency' must be a currency of ISO 4217"),
    );
  for (const currency of ["usd", "XCG", "CLF", "UYW", "VED"])
    expect(
      invoiceOfEvent({ ...visit, charges: [{ ...line, charge: { currency, amount: 1 } }] }),
    ).toMatchObject({
      currency: currency.toUpperCase(),
    });
  expect(issue({ charges: [line, { ...line, charge: much }] })).toMatchObject(
    told("charges", "of 'charges' are"),
  );
  expect(issue({ payments: [{ amount: charge }, { amount: much }] })).toMatchObject(
    told("payments", "of 'payments' are"),
  );
});

test("thousands of links find their diagnoses at once", () => {
  const keys = Array.from({ length: 10_000 }, () => ({ diagCodePk: randomUUID() }));
  const charges = [{ cpt: "99213", quantity: 1, charge, indicatedBy: keys.toReversed() }];
  expect(workMs(() => invoiceOfEvent({ ...visit, diagnosis: keys, charges }))).toBeLessThan(2000);
});
