import { expect, test } from "vitest";
import { applyIssues } from "./apply-refused.ts";

test("a fault's path starts at the form's root, faults unique", () => {
  const fault = { path: ["AutoChargedEvent", "visitCharged", "charges", 1, "cpt"], message: "must be given" };
  expect(applyIssues([fault, fault, { path: ["visitCharged"], message: "x" }], "autoChargedEvent")).toEqual([
    { path: ["visitCharged", "charges", 1, "cpt"], message: "must be given" },
    { path: ["visitCharged"], message: "x" },
  ]);
});
