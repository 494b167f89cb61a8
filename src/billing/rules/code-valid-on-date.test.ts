import { checked, dx, testRule } from "#room/testing/rule-cases.ts";

testRule("code-valid-on-date", [
  {
    set: {},
    facts: checked("J02.9", { isValid: false, isChargeable: false }),
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    tells: "code on 11/02/2026.",
  },
  { set: {}, facts: checked("J02.9", { isValid: true, isChargeable: true }), says: "" },
  { set: {}, facts: checked("Z99.9", { isValid: false, isChargeable: false }), says: "" },
]);
