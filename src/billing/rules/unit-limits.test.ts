import { expect, test } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { buildCharge, buildDiagnosis, buildGuid } from "#room/testing/builders.ts";
import { changedEvent, edited, limitOf, testRule } from "#room/testing/rule-cases.ts";

const at = "visitCharged.charges";
const line = { ...buildCharge(0, [buildDiagnosis(0)], { cpt: "J1885" }), providerId: buildGuid(4, 10) };
const dashed = (id: string) => `{${id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-").toUpperCase()}}`;
const lines = (...units: readonly (number | string)[]) => ({
  [at]: units.map((quantity) => ({ ...line, quantity })),
});
const sides = (left: number, right: number) => ({
  [at]: [
    { ...line, quantity: left, modifier: ["LT"] },
    { ...line, quantity: right, modifier: ["RT"] },
  ],
});
const limit = (units: number, indicator: 1 | 2 | 3) =>
  edited({ limits: [limitOf("J1885", units, indicator)] });
const secondIsOver = (quantity: number, second: object) => ({
  set: {
    [at]: [
      { ...line, quantity },
      { ...line, ...second },
    ],
  },
  facts: limit(4, 2),
  says: "warn" as const,
  at: `${at}[1].quantity`,
});

testRule("unit-limits", [
  // No published limit: no finding.
  { set: lines(50), facts: edited({}), says: "" },
  { set: lines(4), facts: limit(4, 1), says: "" },
  { set: lines(5), facts: limit(4, 1), says: "warn", at: `${at}[0].quantity` },
  // Per line.
  { set: lines(4, 4), facts: limit(4, 1), says: "" },
  // Per day.
  { set: lines(2, 2), facts: limit(4, 2), says: "" },
  { set: lines(2, 2, 1), facts: limit(4, 2), says: "warn", at: `${at}[2].quantity` },
  { set: lines(3, 2, 1), facts: limit(4, 3), says: "warn", at: `${at}[1].quantity` },
  { set: lines(1.5, 3), facts: limit(4, 2), says: "warn", at: `${at}[1].quantity` },
  {
    set: {
      [at]: [
        { ...line, quantity: 4 },
        { ...line, quantity: 4, billable: false },
      ],
    },
    facts: limit(4, 2),
    says: "",
  },
  {
    set: {
      [at]: [
        { ...line, quantity: 4 },
        { ...line, quantity: 4, providerId: buildGuid(4, 1) },
      ],
    },
    facts: limit(4, 2),
    says: "",
  },
  secondIsOver(4, { quantity: 1, providerId: null }),
  // Too many that name nobody are said once.
  secondIsOver(1, { quantity: 5, providerId: null }),
  // However its code and its provider are written.
  secondIsOver(4, { cpt: " j1885 ", quantity: 1, providerId: dashed(line.providerId) }),
  secondIsOver(4, { quantity: 1, providerId: "0".repeat(32) }),
  // Bilateral: 50 on one line is one unit; LT and RT on two lines are two.
  { set: { [at]: [{ ...line, quantity: 1, modifier: ["50"] }] }, facts: limit(1, 2), says: "" },
  {
    set: { [at]: [{ ...line, quantity: 2, modifier: ["50"] }] },
    facts: limit(1, 1),
    says: "warn",
    at: `${at}[0].quantity`,
  },
  { set: sides(1, 1), facts: limit(1, 3), says: "warn", at: `${at}[1].quantity` },
  { set: sides(1, 1), facts: limit(1, 1), says: "" },
  { set: sides(1, 1), facts: limit(2, 2), says: "" },
  // Repeats, or another provider's lines, still count toward the day.
  {
    set: {
      [at]: [
        { ...line, quantity: 1 },
        { ...line, quantity: 1, modifier: ["76", "59"] },
      ],
    },
    facts: limit(1, 2),
    says: "warn",
    at: `${at}[1].quantity`,
  },
  // 0 means not paid at all.
  { set: lines(1), facts: limit(0, 1), says: "warn", at: `${at}[0].cpt` },
  { set: lines(1), facts: limit(0, 3), says: "warn", at: `${at}[0].cpt` },
  { set: lines(1), facts: limit(0, 3), says: "warn", tells: "J1885 (charge 1) isn’t paid" },
  { set: lines("two"), facts: limit(1, 2), says: "" },
  { set: lines(0, -1), facts: limit(0, 2), says: "" },
  // Other codes' units are not counted.
  {
    set: {
      [at]: [
        { ...line, quantity: 4 },
        { ...line, cpt: "99213", quantity: 1 },
      ],
    },
    facts: limit(4, 2),
    says: "",
  },
  // Nobody is named, so all lines may be one provider's.
  {
    set: { [at]: [3, 2].map((quantity) => ({ ...line, quantity, providerId: null })) },
    facts: limit(4, 2),
    says: "warn",
    at: `${at}[1].quantity`,
    tells: "(charges 1 and 2)",
  },
  { set: lines(5), facts: limit(4, 2), says: "warn", tells: "(charge 1)" },
  { set: lines(2, 2, 1), facts: limit(4, 2), says: "warn", tells: "(charges 1, 2 and 3)" },
  {
    set: { [at]: [{ ...line, quantity: 2, modifier: ["50"] }] },
    facts: limit(1, 1),
    says: "warn",
    tells: "If it was done on both sides",
  },
  {
    set: { [at]: [{ ...line, quantity: 2, modifier: ["LT"] }] },
    facts: limit(1, 1),
    says: "warn",
    tells: "More that the record shows",
  },
  {
    set: lines(9),
    facts: {
      claimEdits: { svcDate: "2026-11-03", quarter: "2026 Q4", pairs: [], limits: [limitOf("J1885", 1, 2)] },
    },
    says: "",
  },
]);

test("the finding names the lines, quarter and possible fix", () => {
  const says = (indicator: 1 | 2 | 3) =>
    scrub(changedEvent(lines(3, 2)), limit(2, indicator)).find(({ ruleId }) => ruleId === "unit-limits")
      ?.message;
  expect(says(1)).toMatch(
    /^J1885 \(charge 1\) has 3 units; the NCCI limit of 2026 Q4 is 2 units on one line\. .*76, 77, 91/,
  );
  expect(says(2)).toBe(
    "J1885 has 5 units (charges 1 and 2); the NCCI limit of 2026 Q4 is 2 units a day. No modifier or record allows more, and the patient can’t be billed for the rest. This looks at one visit, not at the patient’s whole day.",
  );
  expect(says(3)).toContain("on appeal");
  const both = scrub(changedEvent(sides(1, 1)), limit(1, 2)).find(({ ruleId }) => ruleId === "unit-limits");
  expect(both?.message).toContain("on both sides, bill it on one line with modifier 50 and 1 unit.");
  expect(says(1)).not.toContain("both sides");
});
