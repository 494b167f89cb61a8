import { providerOf } from "#room/billing/claim-lines.ts";
import { modifiersOf, repeatModifiers } from "#room/billing/procedure-code.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

export const duplicateLines: VisitRule = {
  id: "duplicate-lines",
  scope: "visit",
  severity: "warn",
  title:
    "Two lines with the same code, modifiers and provider are likely duplicates, unless 76, 77, 91, 59 or an X modifier says otherwise.",
  source: "F18: payer pages on duplicate lines",
  check(event) {
    const results: RuleResult[] = [];
    const first = new Map<string, number>();
    for (const [index, row] of (event.visitCharged?.charges ?? []).entries()) {
      const cpt = (row.cpt ?? "").trim().toUpperCase();
      if (cpt === "") continue;
      const codes = modifiersOf(row);
      if (codes.some((code) => repeatModifiers.has(code))) continue;
      const key = `${cpt}|${codes.toSorted().join(" ")}|${providerOf(row)}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, index);
        continue;
      }
      results.push({
        path: ["visitCharged", "charges", index, "cpt"],
        message: `Likely a duplicate of charge ${earlier + 1}: ${cpt} with the same modifiers and provider.`,
        fix: {
          label: "Add 76",
          edits: [
            { kind: "set", path: ["visitCharged", "charges", index, "modifier"], value: [...codes, "76"] },
          ],
        },
      });
    }
    return results;
  },
};
