import { line, testRule } from "#room/testing/rule-cases.ts";

testRule("paper-form", [
  {
    set: { "visitCharged.charges": Array.from({ length: 7 }, () => line) },
    says: "note",
    at: "visitCharged.charges[6]",
  },
]);
