import { type ChargeRule, clean } from "#room/billing/rule.ts";
import { showDate } from "#room/billing/show-date.ts";

export const procedureValidOnDate: ChargeRule = {
  id: "procedure-valid-on-date",
  scope: "charge",
  severity: "warn",
  title:
    "A HCPCS level II code is in the quarterly list on the service date; a clinic's own code is within the dates of its list.",
  source: "F12: the HCPCS list of the quarter, and the clinic's own list of codes",
  check({ cpt }, { serviceDate, facts }) {
    const { procedureChecks: checks } = facts;
    if (typeof cpt !== "string" || serviceDate === undefined || checks?.svcDate !== serviceDate) return clean;
    const code = cpt.trim().toUpperCase();
    const check = checks.byCode.get(code);
    const list = check?.checkedAgainst ?? "the list of codes";
    const path = ["cpt"];
    switch (check?.state) {
      case "ended":
        return [
          {
            path,
            message: `${code} ended on ${showDate(check.inForceTo ?? "")}, before the date of service (${list}).`,
          },
        ];
      case "not-yet":
        return [
          {
            path,
            message: `${code} begins on ${showDate(check.inForceFrom ?? "")}, after the date of service (${list}).`,
          },
        ];
      case "unknown":
        return [
          { path, message: `${code} isn’t in ${list}, the list in effect on ${showDate(serviceDate)}.` },
        ];
      default:
        return clean;
    }
  },
};
