import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

const clear = { canAutoCharge: true };

test("a visit that is not cleared is always withheld", () => {
  for (const audit of [undefined, null, {}, { canAutoCharge: null }, { canAutoCharge: false }])
    expect(outcomeOf(audit)).toMatchObject({ kind: "withheld", causes: ["canAutoCharge"] });
});

test("every withholding member withholds a visit, the strongest named first", () => {
  expect(outcomeOf({ manualReviewNeeded: true, stopProcessing: true })).toEqual({
    kind: "withheld",
    causes: ["stopProcessing", "manualReviewNeeded", "canAutoCharge"],
    reason: "The rules engine stopped processing",
  });
  expect(outcomeOf({ ...clear, manualReviewNeeded: true })).toMatchObject({ causes: ["manualReviewNeeded"] });
});

test("the reason is the audit's own where it gives one", () => {
  expect(outcomeOf({ withholdReason: " Papers missing " })).toMatchObject({ reason: "Papers missing" });
  expect(outcomeOf({ withholdReason: "  " })).toMatchObject({
    reason: "The rules engine did not approve it for billing",
  });
});

test("a cleared visit is charged despite an old reason", () => {
  expect(outcomeOf({ ...clear, withholdReason: "old", stopProcessing: false })).toEqual({ kind: "charged" });
});
