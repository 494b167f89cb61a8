import { expect, test } from "vitest";
import { guidResults } from "./guid-results.ts";
import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("charge-guids", [{ set: { [`${row}.payerId`]: "zz" }, says: "block", at: `${row}.payerId` }]);

test.each([
  [
    "Acme Health",
    "No payer is known as “Acme Health”. Choose one from the list, or enter its ID: 32 digits (0–9, a–f).",
  ],
  ["Abe", "No payer is known as “Abe”. Choose one from the list, or enter its ID: 32 digits (0–9, a–f)."],
  ["ab12", "Payer isn’t a valid ID: it needs 32 digits (0–9, a–f) and has 4 characters."],
])("a payer typed as %s is told what it lacks", (typed, message) => {
  expect(guidResults(typed, ["payerId"])).toMatchObject([{ message }]);
});
