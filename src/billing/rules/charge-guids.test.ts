import { expect, test } from "vitest";
import { guidResults } from "./guid-results.ts";
import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("charge-guids", [{ set: { [`${row}.payerId`]: "zz" }, says: "block", at: `${row}.payerId` }]);

test.each([
  ["Acme Health", "No payer is known as “Acme Health”. Choose one from the list, or paste its ID."],
  ["Abe", "No payer is known as “Abe”. Choose one from the list, or paste its ID."],
  ["ab12", "Payer isn’t a valid ID: an ID has 32 characters (0–9, a–f), and this has 4."],
])("a payer typed as %s is told what it lacks", (typed, message) => {
  expect(guidResults(typed, ["payerId"])).toMatchObject([{ message }]);
});
