import { bareCode } from "#room/billing/diagnosis-identity.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import { procedureClassOf } from "#room/billing/procedure-code.ts";
import { type DiagnosisRule, clean } from "#room/billing/rule.ts";

// The second character may be a letter (QA0.0109), and so may the third (C4A, Z3A); U is in use (U07.1).
const shape = /^[A-Z][0-9A-Z]{2}[0-9A-Z]{0,4}$/;

export const icd10Shape: DiagnosisRule = {
  id: "icd10-shape",
  scope: "diagnosis",
  severity: "block",
  title: "An ICD-10-CM code has 3 to 7 characters, a letter first, a dot after the third.",
  source: "F1, F2: SEER training on ICD-10-CM; FY2026 codes such as QA0.0109",
  check({ icd10DiagCode: code }) {
    if (typeof code !== "string" || isBlank(code)) return clean;
    const path = ["icd10DiagCode"];
    const bare = bareCode(code);
    const dotted = bare.length > 3 ? `${bare.slice(0, 3)}.${bare.slice(3)}` : bare;
    if (procedureClassOf(bare) !== undefined && !shape.test(bare))
      return [{ path, message: `${code} is a procedure code, not a diagnosis.` }];
    if (!shape.test(bare) || !/[0-9]/.test(bare))
      return [
        {
          path,
          message: `“${code}” isn’t a valid ICD-10-CM code: it needs a letter, then 2 to 6 letters or digits.`,
        },
      ];
    if (bare[5] === "X" && bare[6] === "X")
      return [{ path, message: `“${code}” can’t end in X: X only holds a place before the 7th character.` }];
    if (code === dotted) return clean;
    const message = `${code} is usually written ${dotted}.`;
    const fix = { label: `Change to ${dotted}`, edits: [{ kind: "set", path, value: dotted } as const] };
    return [{ path, severity: "note", message, fix }];
  },
};
