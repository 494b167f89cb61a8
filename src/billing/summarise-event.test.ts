import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { summariseEvent } from "./summarise-event.ts";

test("a clear event is summarized with its money", () => {
  expect(summariseEvent(buildEvent({ charges: 2 }))).toMatchObject({
    amountMinor: 14_460,
    currency: "USD",
    lineCount: 2,
    reason: "",
    blocking: 0,
    warnings: 0,
    text: "99213 87880 j02.9 r05.9",
  });
});

test("a withheld event says why, a faulty one how many", () => {
  const held = buildEvent({ audit: { manualReviewNeeded: true, withholdReason: " Papers missing " } });
  expect(summariseEvent(held).reason).toBe("Papers missing");
  expect(summariseEvent({ visitCharged: { charges: [{ cpt: "1" }] } }).blocking).toBeGreaterThan(3);
});

test("amounts that cannot be added give no sum", () => {
  const charges = buildEvent().visitCharged.charges.map((row, index) =>
    index === 0 ? { ...row, charge: { currency: "EUR", amount: 1 } } : row,
  );
  expect(summariseEvent({ visitCharged: { charges } }).amountMinor).toBeUndefined();
});

test("an unbillable line is not in the amount", () => {
  const event = buildEvent({ charges: 2 });
  const charges = event.visitCharged.charges.map((row, index) => ({ ...row, billable: index === 0 }));
  expect(summariseEvent({ visitCharged: { ...event.visitCharged, charges } }).amountMinor).toBe(12_010);
});

test("what only the contract finds is said in plain words", () => {
  const event = {
    ...buildEvent(),
    visitCharged: { ...buildEvent().visitCharged, createdUserNumber: "seven" },
  };
  expect(summariseEvent(event).problem).toBe("User number must be a number");
});
