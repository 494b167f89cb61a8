import { diagnosisCheckKey } from "#room/billing/facts.ts";
import { type DiagnosisRule, clean } from "#room/billing/rule.ts";
import { codeThatCounts } from "#room/billing/service-date.ts";

export const headerCode: DiagnosisRule = {
  id: "header-code",
  scope: "diagnosis",
  severity: "block",
  title: "A category code cannot be billed; a longer code below it can.",
  source: "F6: the ICD code set of the date of service, which flags billable codes",
  check(diagnosis, { serviceDate, facts }) {
    const given = codeThatCounts(diagnosis, serviceDate);
    if (!given || !facts.diagnosisChecks) return clean;
    const check = facts.diagnosisChecks.get(diagnosisCheckKey(given.system, given.code, serviceDate));
    if (!check || !check.isValid || check.isChargeable) return clean;
    const message = `${given.code} isn’t billable: it needs a more specific code.`;
    return [{ path: [given.member], message }];
  },
};
