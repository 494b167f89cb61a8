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
  { set: { [`${row}.quantity`]: 1.5 }, says: "" },
  { set: { [`${row}.quantity`]: 100 }, says: "warn", at: `${row}.quantity` },
]);
