import { expect, test } from "vitest";
import { describeCause, isSameOutcome, outcomeOf } from "./outcome.ts";

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
  expect(outcomeOf({ withholdReason: "\u202eCall \u2066the payer\u2069" })).toMatchObject({
    reason: "Call the payer",
  });
  expect(outcomeOf({ withholdReason: "  " })).toMatchObject({
    reason: "The rules engine did not approve it for billing",
  });
});

test("a cleared visit is charged despite an old reason", () => {
  expect(outcomeOf({ ...clear, withholdReason: "old", stopProcessing: false })).toEqual({ kind: "charged" });
});

test("outcomes are the same with the same causes and reason", () => {
  const one = outcomeOf({ withholdReason: "Papers missing" });
  expect(isSameOutcome(one, outcomeOf({ withholdReason: " Papers missing" }))).toBe(true);
  for (const other of [undefined, outcomeOf(clear), outcomeOf({}), outcomeOf({ stopProcessing: true })])
    expect(isSameOutcome(one, other)).toBe(false);
  expect(describeCause("manualReviewNeeded")).toBe("Manual review is on");
});
