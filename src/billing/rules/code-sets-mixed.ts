import { type VisitRule, clean } from "#room/billing/rule.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";

export const codeSetsMixed: VisitRule = {
  id: "code-sets-mixed",
  scope: "visit",
  severity: "block",
  title: "A visit without a date does not mix ICD-9-CM and ICD-10-CM.",
  source: "F4: never both sets on one claim",
  check(_event, { diagnoses, serviceDate }) {
    // With a date, each row is judged by it (code-set-by-date).
    if (serviceDate !== undefined) return clean;
    const systems = diagnoses.map((row) => codeThatCounts(row, undefined)?.system);
    const at = systems.indexOf("ICD-9-CM");
    if (at === -1 || !systems.includes("ICD-10-CM")) return clean;
    const message = "This visit has both ICD-9-CM and ICD-10-CM diagnoses; a claim uses one code set.";
    return [{ path: ["visitCharged", "diagnosis", at, "icd9DiagCode"], message }];
  },
};
