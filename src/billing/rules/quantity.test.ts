import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("quantity", [
  {
    set: { [`${row}.quantity`]: 0 },
    says: "block",
    at: `${row}.quantity`,
    fixed: { [`${row}.quantity`]: 1 },
  },
  { set: { [`${row}.quantity`]: "two" }, says: "block", at: `${row}.quantity` },
  { set: { [`${row}.quantity`]: 1.25 }, says: "warn", at: `${row}.quantity` },
  { set: { [`${row}.quantity`]: -1 }, says: "block", fixed: { [`${row}.quantity`]: 1 } },
  ...[1.5, 99, null, ""].map((units) => ({ set: { [`${row}.quantity`]: units }, says: "" }) as const),
  { set: { [`${row}.quantity`]: 100 }, says: "warn", at: `${row}.quantity` },
]);
