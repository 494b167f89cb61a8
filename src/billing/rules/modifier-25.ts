import type { Fix } from "#room/billing/finding.ts";
import { isEvaluation, isMinorSurgery, modifiersOf } from "#room/billing/procedure-code.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";

export const modifier25: VisitRule = {
  id: "modifier-25",
  scope: "visit",
  severity: "warn",
  title: "Modifier 25 belongs on an E/M line of a day with another procedure.",
  source: "F14: payer guides on modifier 25",
  check(event) {
    const charges = event.visitCharged?.charges ?? [];
    const others = charges.filter((row) => (row.cpt ?? "").trim() !== "" && !isEvaluation(row.cpt)).length;
    const surgery = charges.find((row) => isMinorSurgery(row.cpt));
    const results: RuleResult[] = [];
    for (const [index, row] of charges.entries()) {
      const codes = modifiersOf(row);
      const path = ["visitCharged", "charges", index, "modifier"];
      const setTo = (label: string, value: readonly string[]): Fix => ({
        label,
        edits: [{ kind: "set", path, value }],
      });
      const without = setTo(
        "Remove 25",
        codes.filter((code) => code !== "25"),
      );
      const has25 = codes.includes("25");
      if (has25 && !isEvaluation(row.cpt) && (row.cpt ?? "").trim() !== "")
        results.push({ path, message: `25 goes on the E/M line, not on ${row.cpt}.`, fix: without });
      else if (has25 && others === 0)
        results.push({ path, message: "25 needs another procedure on the same day.", fix: without });
      else if (!has25 && surgery && isEvaluation(row.cpt))
        results.push({
          path,
          severity: "note",
          message: `${row.cpt} with ${surgery.cpt} is usually paid only with modifier 25, if the E/M was separate.`,
          fix: setTo("Add 25", ["25", ...codes]),
        });
    }
    return results;
  },
};
