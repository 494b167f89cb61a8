import { numberOf } from "#room/billing/draft-event.ts";
import { modifiersOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, type RuleResult, clean } from "#room/billing/rule.ts";

export const modifiersSides: ChargeRule = {
  id: "modifiers-sides",
  scope: "charge",
  severity: "warn",
  title: "LT with RT, 50 with LT or RT, and 50 with more than one unit contradict each other.",
  source: "F17: modifier guides of payers, which differ",
  check(charge) {
    const codes = modifiersOf(charge);
    if (codes.length === 0) return clean;
    const [left, right, both] = ["LT", "RT", "50"].map((code) => codes.includes(code));
    const results: RuleResult[] = [];
    const path = ["modifier"];
    if (left && right && !both) {
      const value = [...codes.filter((code) => code !== "LT" && code !== "RT"), "50"];
      results.push({
        path,
        message: "LT and RT are on one line: most payers want 50, or one line per side.",
        fix: { label: "Use 50", edits: [{ kind: "set", path, value }] },
      });
    }
    if (both && (left || right)) {
      const value = codes.filter((code) => code !== "LT" && code !== "RT");
      results.push({
        path,
        message: "50 already means both sides, so LT and RT don’t go with it.",
        fix: { label: "Keep only 50", edits: [{ kind: "set", path, value }] },
      });
    }
    if (both && (numberOf(charge.quantity) ?? 1) > 1)
      results.push({
        path: ["quantity"],
        message: "With modifier 50, most payers want 1 unit for both sides.",
        fix: { label: "Set to 1", edits: [{ kind: "set", path: ["quantity"], value: 1 }] },
      });
    return results;
  },
};
