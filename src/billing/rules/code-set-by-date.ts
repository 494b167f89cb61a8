import { type DiagnosisRule, clean } from "#room/billing/rule.ts";
import { showDate } from "#room/billing/show-date.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";
import { codeSystemOn, icd10Begins } from "#room/contract/primitives/diagnosis-code.ts";

export const codeSetByDate: DiagnosisRule = {
  id: "code-set-by-date",
  scope: "diagnosis",
  severity: "block",
  title: "Service through 2015-09-30 is coded in ICD-9-CM, from 2015-10-01 in ICD-10-CM.",
  source: "F4: MLN SE1408; 837P code set edits",
  check(diagnosis, { serviceDate }) {
    const needed = codeSystemOn(serviceDate);
    const given = codeThatCounts(diagnosis, serviceDate);
    if (needed === undefined || given === undefined || given.system === needed) return clean;
    const member = needed === "ICD-9-CM" ? "icd9DiagCode" : "icd10DiagCode";
    const when = `${needed === "ICD-9-CM" ? "before" : "on or after"} ${showDate(icd10Begins)}`;
    // The same message for every row, so that the findings are grouped.
    const message = `Visits ${when} use ${needed} codes, not ${given.system}.`;
    return [{ path: [member], message }];
  },
};
