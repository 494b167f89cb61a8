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

test("thousands of links find their diagnoses at once", () => {
  const keys = Array.from({ length: 10_000 }, () => ({ diagCodePk: randomUUID() }));
  const charges = [{ cpt: "99213", quantity: 1, charge, indicatedBy: keys.toReversed() }];
  expect(workMs(() => invoiceOfEvent({ ...visit, diagnosis: keys, charges }))).toBeLessThan(2000);
});
