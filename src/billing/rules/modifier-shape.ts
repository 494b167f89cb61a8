import { modifiersOf } from "#room/billing/procedure-code.ts";
import { type ChargeRule, type RuleResult, clean } from "#room/billing/rule.ts";

export const modifierShape: ChargeRule = {
  id: "modifier-shape",
  scope: "charge",
  severity: "block",
  title: "A modifier is two letters or digits; a line has at most four, none twice.",
  source: "F13: CMS-1500 item 24D",
  check({ modifier }, { limits }) {
    if (!modifier || modifier.length === 0) return clean;
    const results: RuleResult[] = [];
    const path = ["modifier"];
    const codes = modifiersOf({ modifier });
    const set = (label: string, value: readonly string[]) => ({
      label,
      edits: [{ kind: "set", path, value } as const],
    });
    for (const code of codes)
      if (!/^[A-Z0-9]{2}$/.test(code))
        results.push({ path, message: `“${code}” isn’t a valid modifier: it needs two letters or digits.` });
    const unique = [...new Set(codes)];
    if (unique.length < codes.length) {
      const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
      const fix = set(`Keep one ${twice.join(", ")}`, unique);
      results.push({ path, message: `Modifier ${twice.join(", ")} is on this line twice.`, fix });
    }
    if (unique.length > limits.modifiersPerCharge) {
      const message = `A line holds up to ${limits.modifiersPerCharge} modifiers; this one has ${unique.length}.`;
      results.push({ path, message });
    }
    if (results.length === 0 && codes.some((code, index) => code !== modifier[index])) {
      const fix = set("Capitalize", codes);
      results.push({ path, severity: "note", message: "Modifiers use capital letters and no spaces.", fix });
    }
    return results;
  },
};
