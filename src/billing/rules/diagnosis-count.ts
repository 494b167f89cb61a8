import { type VisitRule, clean } from "#room/billing/rule.ts";

export const diagnosisCount: VisitRule = {
  id: "diagnosis-count",
  scope: "visit",
  severity: "warn",
  title: "A professional claim carries at most 12 diagnoses.",
  source: "F7: X12 HI01 to HI12; CMS-1500 box 21",
  check(_event, { diagnoses, limits: { diagnosesPerVisit } }) {
    if (diagnoses.length <= diagnosesPerVisit) return clean;
    const message = `A claim holds up to ${diagnosesPerVisit} diagnoses; this visit has ${diagnoses.length}.`;
    return [{ path: ["visitCharged", "diagnosis", diagnosesPerVisit], message }];
  },
};
