import { line, testRule } from "#room/testing/rule-cases.ts";

testRule("paper-form", [
  {
    set: { "visitCharged.charges": Array.from({ length: 7 }, () => line) },
    says: "note",
    at: "visitCharged.charges[6]",
    tells: "7 lines take 2 forms of 6",
  },
  { set: { "visitCharged.charges": Array.from({ length: 6 }, () => line) }, says: "" },
]);
