import { expect, test } from "vitest";
import { describeOutcomes } from "./states.ts";

test("a batch says its outcomes, the good ones first", () => {
  expect(describeOutcomes({ unknown: 1, charged: 1200, withdrawn: 3, blocked: 2 })).toBe(
    "1,200 charged, 1 unknown, 5 not sent",
  );
});
