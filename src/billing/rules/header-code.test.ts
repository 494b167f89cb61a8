import { checked, dx, testRule } from "#room/testing/rule-cases.ts";

testRule("header-code", [
  {
    set: {},
    facts: checked("J02.9", { isValid: true, isChargeable: false }),
    says: "block",
    at: `${dx}[0].icd10DiagCode`,
  },
  { set: {}, facts: checked("J029", { isValid: true, isChargeable: true }), says: "" },
]);
