import { bareCode } from "#room/billing/diagnosis-identity.ts";
import { isBlank } from "#room/billing/draft-event.ts";
import { type DiagnosisRule, clean } from "#room/billing/rule.ts";

const shape = /^(\d{3,5}|V\d{2,4}|E\d{3,4})$/;

export const icd9Shape: DiagnosisRule = {
  id: "icd9-shape",
  scope: "diagnosis",
  severity: "block",
  title: "An ICD-9-CM code has 3 to 5 characters; V and E codes begin with their letter.",
  source: "F3: coding guides for ICD-9-CM",
  check({ icd9DiagCode: code }) {
    if (typeof code !== "string" || isBlank(code)) return clean;
    const path = ["icd9DiagCode"];
    const bare = bareCode(code);
    if (!shape.test(bare))
      return [
        {
          path,
          message: `“${code}” isn’t a valid ICD-9-CM code: it needs 3 to 5 digits, or V or E and digits.`,
        },
      ];
    const whole = bare.startsWith("E") ? 4 : 3;
    const dotted = bare.length > whole ? `${bare.slice(0, whole)}.${bare.slice(whole)}` : bare;
    if (code === dotted) return clean;
    const message = `${code} is usually written ${dotted}.`;
    const fix = { label: `Change to ${dotted}`, edits: [{ kind: "set", path, value: dotted } as const] };
    return [{ path, severity: "note", message, fix }];
  },
};
