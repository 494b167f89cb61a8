import { bareCode, codeOf, diagnosisLetter } from "#room/billing/diagnosis-identity.ts";
import type { RuleResult, VisitRule } from "#room/billing/rule.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";

export const diagnosisTwice: VisitRule = {
  id: "diagnosis-twice",
  scope: "visit",
  severity: "block",
  title: "No diagnosis is listed twice on a visit.",
  source: "F8: 837P diagnosis edits",
  check(_event, { diagnoses, serviceDate }) {
    const results: RuleResult[] = [];
    const first = new Map<string, number>();
    for (const [index, diagnosis] of diagnoses.entries()) {
      const given = codeThatCounts(diagnosis, serviceDate);
      if (!given) continue;
      const key = `${given.system}|${bareCode(given.code)}`;
      const earlier = first.get(key);
      if (earlier === undefined) {
        first.set(key, index);
        continue;
      }
      // Charges that point to the second row match the first one too, by code, so no link is lost.
      results.push({
        path: ["visitCharged", "diagnosis", index, given.member],
        message: `${codeOf(diagnosis)} is already diagnosis ${diagnosisLetter(earlier)}.`,
        fix: {
          label: `Remove the second ${codeOf(diagnosis)}`,
          edits: [{ kind: "remove", path: ["visitCharged", "diagnosis", index] }],
        },
      });
    }
    return results;
  },
};
