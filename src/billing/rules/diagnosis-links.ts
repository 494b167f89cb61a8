import { codeOf, findDiagnosis } from "#room/billing/diagnosis-identity.ts";
import { diagnosisLetter, linksOf } from "#room/billing/links.ts";
import type { ChargeRule, RuleResult } from "#room/billing/rule.ts";
import { clean } from "#room/billing/rule.ts";

export const diagnosisLinks: ChargeRule = {
  id: "diagnosis-links",
  scope: "charge",
  severity: "block",
  title: "A charge is indicated by one to four of the visit's diagnoses, the main one first.",
  source: "F11: X12 C004; 837P pointer edits",
  check(charge, { diagnoses, limits }) {
    const path = ["indicatedBy"];
    const indicatedBy = charge.indicatedBy ?? [];
    if (indicatedBy.length === 0) {
      const message = "No diagnosis indicates this charge; a payer will not pay it.";
      const [main] = diagnoses;
      if (main === undefined) return [{ path, message }];
      const label = `Link ${diagnosisLetter(0)} (${codeOf(main)})`;
      return [{ path, message, fix: { label, edits: [{ kind: "set", path, value: [{ ...main }] }] } }];
    }
    const known = linksOf(charge, diagnoses).filter((link) => link.index !== undefined);
    const results: RuleResult[] = [];
    if (known.length < indicatedBy.length) {
      const foreign = indicatedBy.filter((entry) => findDiagnosis(entry, diagnoses) === undefined);
      const names = foreign.map((entry) => codeOf(entry) || "a diagnosis without a code").join(", ");
      const value = known.map((link) => link.diagnosis);
      const fix = { label: `Unlink ${names}`, edits: [{ kind: "set", path, value } as const] };
      results.push({
        path,
        message: `${names} indicates this charge but is not among the visit's diagnoses.`,
        fix,
      });
    }
    if (indicatedBy.length > limits.diagnosesPerCharge) {
      const message = `A claim line points to at most ${limits.diagnosesPerCharge} diagnoses; this one has ${indicatedBy.length}.`;
      results.push({ path, severity: "warn", message });
    }
    return results.length === 0 ? clean : results;
  },
};
