import type { DiagnosisRule } from "#room/billing/rule.ts";
import { guidResultsOf } from "./guid-results.ts";
import { diagnosisMembers } from "#room/billing/event-members.ts";
import { guidNamesOf } from "#room/billing/members-of-kind.ts";

const names = guidNamesOf(diagnosisMembers);

export const diagnosisGuids: DiagnosisRule = {
  id: "diagnosis-guids",
  scope: "diagnosis",
  severity: "block",
  title: "diagCodePk is a GUID of 32 hexadecimal digits.",
  source: "F26: the service's format for IDs",
  check: (diagnosis) => guidResultsOf(diagnosis, names),
};
