import { bareCode } from "#room/billing/diagnosis-identity.ts";
import type { Edit } from "#room/billing/finding.ts";
import { type VisitRule, clean } from "#room/billing/rule.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";
import { numberOf } from "#room/billing/draft-event.ts";

function cannotLead(code: string): boolean {
  const bare = bareCode(code);
  return /^[VWXY]/.test(bare) || (bare.length === 7 && bare.endsWith("S"));
}

export const diagnosisFirst: VisitRule = {
  id: "diagnosis-first",
  scope: "visit",
  severity: "warn",
  title: "An external cause (V, W, X, Y) or a sequela (seventh character S) does not come first.",
  source: "F9: 837P diagnosis edits",
  check(_event, { diagnoses, serviceDate }) {
    const tenOf = (index: number) => {
      const given = codeThatCounts(diagnoses[index] ?? {}, serviceDate);
      return given?.system === "ICD-10-CM" ? given.code : undefined;
    };
    const code = tenOf(0);
    if (code === undefined || !cannotLead(code)) return clean;
    const path = ["visitCharged", "diagnosis", 0] as const;
    const message = `${code} is an external cause or a sequela, so it can’t be the first diagnosis.`;
    const other = diagnoses.findIndex((_, index) => {
      const candidate = tenOf(index);
      return candidate !== undefined && !cannotLead(candidate);
    });
    if (other === -1) return [{ path: [...path, "icd10DiagCode"], message }];
    const edits: Edit[] = [{ kind: "move", path: ["visitCharged", "diagnosis", other], to: 0 }];
    if (diagnoses.every((row) => numberOf(row.priority) !== undefined))
      for (let index = 0; index <= other; index += 1)
        edits.push({
          kind: "set",
          path: ["visitCharged", "diagnosis", index, "priority"],
          value: index + 1,
        });
    const fix = { label: `Move ${tenOf(other)} first`, edits };
    return [{ path: [...path, "icd10DiagCode"], message, fix }];
  },
};
