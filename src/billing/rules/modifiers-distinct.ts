import { distinctServiceModifiers, modifiersOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";
import { listWords } from "#room/contract/primitives/list-words.ts";

export const modifiersDistinct: ChargeRule = {
  id: "modifiers-distinct",
  scope: "charge",
  severity: "warn",
  title: "A line carries 59 or one of XE, XS, XP, XU, not both.",
  source: "F15: NCCI guidance on modifier 59",
  check(charge) {
    const codes = modifiersOf(charge);
    const found = [...new Set(codes)].filter((code) => distinctServiceModifiers.has(code));
    if (found.length < 2) return clean;
    const message = `${listWords(found)} say the same thing: use one, the X modifier where you have it.`;
    if (!found.includes("59")) return [{ path: ["modifier"], message }];
    const value = codes.filter((code) => code !== "59");
    const fix = { label: "Remove 59", edits: [{ kind: "set", path: ["modifier"], value } as const] };
    return [{ path: ["modifier"], message, fix }];
  },
};
