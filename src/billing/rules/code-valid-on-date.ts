import { diagnosisCheckKey } from "#room/billing/facts.ts";
import { type DiagnosisRule, clean } from "#room/billing/rule.ts";
import { showDate } from "#room/billing/show-date.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";

export const codeValidOnDate: DiagnosisRule = {
  id: "code-valid-on-date",
  scope: "diagnosis",
  severity: "warn",
  title: "The code is in the set in effect on the service date (sets change on October 1, some on April 1).",
  source: "F5: the ICD code set of the date of service",
  check(diagnosis, { serviceDate, facts }) {
    const given = codeThatCounts(diagnosis, serviceDate);
    if (!given || !facts.diagnosisChecks) return clean;
    const check = facts.diagnosisChecks.get(diagnosisCheckKey(given.system, given.code, serviceDate));
    if (!check || check.isValid) return clean;
    const when = serviceDate === undefined ? "today" : `on ${showDate(serviceDate)}`;
    return [{ path: [given.member], message: `${given.code} isn’t a valid ${given.system} code ${when}.` }];
  },
};
