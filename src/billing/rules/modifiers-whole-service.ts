import { modifiersOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";

export const modifiersWholeService: ChargeRule = {
  id: "modifiers-whole-service",
  scope: "charge",
  severity: "warn",
  title: "Modifiers 26 and TC together are the whole service, which is billed with neither.",
  source: "F16: modifier guides of payers",
  check(charge) {
    const codes = modifiersOf(charge);
    if (!codes.includes("26") || !codes.includes("TC")) return clean;
    const value = codes.filter((code) => code !== "26" && code !== "TC");
    return [
      {
        path: ["modifier"],
        message: "26 and TC together are the whole service, which is billed with neither.",
        fix: { label: "Remove 26 and TC", edits: [{ kind: "set", path: ["modifier"], value } as const] },
      },
    ];
  },
};
