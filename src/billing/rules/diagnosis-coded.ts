import { codeThatCounts } from "#room/billing/service-date.ts";
import { type DiagnosisRule, clean } from "#room/billing/rule.ts";

export const diagnosisCoded: DiagnosisRule = {
  id: "diagnosis-coded",
  scope: "diagnosis",
  severity: "warn",
  title: "Each diagnosis of the visit has an ICD code, the only thing a claim carries.",
  source: "F11: a claim carries codes, so a line cannot point to a row without one",
  check(diagnosis, { serviceDate }) {
    if (codeThatCounts(diagnosis, serviceDate)) return clean;
    return [{ path: ["icd10DiagCode"], message: "This diagnosis has no code, so it can’t go on a claim." }];
  },
};
