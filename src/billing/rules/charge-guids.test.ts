import { expect, test } from "vitest";
import { guidResults } from "./guid-results.ts";
import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("charge-guids", [{ set: { [`${row}.payerId`]: "zz" }, says: "block", at: `${row}.payerId` }]);

test.each([
  ["Acme Health", "No payer is known as “Acme Health”. Choose one from the list, or paste its ID."],
  ["Abe", "No payer is known as “Abe”. Choose one from the list, or paste its ID."],
  ["ab12", "Payer isn’t a valid ID: an ID has 32 characters (0–9, a–f), and this has 4."],
  ["12ab", "Payer isn’t a valid ID: an ID has 32 characters (0–9, a–f), and this has 4."],
])("a payer typed as %s is told what it lacks", (typed, message) => {
  expect(guidResults(typed, ["payerId"])).toMatchObject([{ message }]);
});

const guid = "0123456789abcdef".repeat(2);
const fixOf = (value: unknown) => guidResults(value, ["payerId"])[0]?.fix?.edits;
const set = [{ kind: "set", path: ["payerId"], value: guid }];

test("an ID in another spelling is offered in ours", () => {
  const hyphens = guid.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  expect(guidResults(hyphens, ["payerId"])).toMatchObject([{ severity: "note", fix: { edits: set } }]);
  // Anything between its characters is no part of it, unless it could be a name.
  expect(fixOf(`${guid.slice(0, 8).toUpperCase()}/${guid.slice(8)}`)).toEqual(set);
  expect(fixOf(`${guid} x`)).toBeUndefined();
  expect(fixOf(guid.slice(1))).toBeUndefined();
  for (const none of [guid, undefined, null, "", 5, "0".repeat(32)])
    expect(guidResults(none, ["payerId"])).toEqual([]);
});

test("an unknown name is told as typed, cut when long", () => {
  const told = (typed: string) => guidResults(typed, ["payerId"])[0]?.message;
  expect(told("  Acme ")).toContain("known as “Acme”.");
  expect(guidResults("Acme", ["chargeId"])[0]?.message).toContain("isn’t a valid ID");
  expect(told("x".repeat(40))).toContain(`“${"x".repeat(40)}”`);
  expect(told("x".repeat(41))).toContain(`“${"x".repeat(40)}…”`);
});
