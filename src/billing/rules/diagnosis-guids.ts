import type { DiagnosisRule } from "#room/billing/rule.ts";
import { guidResults } from "./guid-results.ts";

export const diagnosisGuids: DiagnosisRule = {
  id: "diagnosis-guids",
  scope: "diagnosis",
  severity: "block",
  title: "diagCodePk is a GUID of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check: (diagnosis) => guidResults(diagnosis.diagCodePk, ["diagCodePk"]),
};
