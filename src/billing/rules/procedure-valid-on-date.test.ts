import type { CheckedProcedure } from "#room/contract/operations/claim-checks.ts";
import type { Facts } from "#room/billing/facts.ts";
import { row, testRule } from "#room/testing/rule-cases.ts";

const answered = (check: Partial<CheckedProcedure>, svcDate = "2026-11-02"): Facts => ({
  procedureChecks: {
    svcDate,
    byCode: new Map([
      [
        "J1885",
        { code: "J1885", codeSystemName: "HCPCS", state: "valid", checkedAgainst: "HCPCS 2026 Q4", ...check },
      ],
    ]),
  },
});
const set = { [`${row}.cpt`]: "j1885" };
const at = `${row}.cpt`;

testRule("procedure-valid-on-date", [
  { set, says: "" },
  { set, facts: answered({}), says: "" },
  { set, facts: answered({ state: "not-checked" }), says: "" },
  {
    set,
    facts: answered({ state: "ended", inForceTo: "2026-09-30" }),
    says: "warn",
    at,
    tells: "J1885 ended on 09/30/2026",
  },
  {
    set,
    facts: answered({ state: "not-yet", inForceFrom: "2027-01-01" }),
    says: "warn",
    at,
    tells: "begins on 01/01/2027",
  },
  { set, facts: answered({ state: "unknown" }), says: "warn", at, tells: "in HCPCS 2026 Q4, the list" },
  {
    set: { [`${row}.cpt`]: " j1885 " },
    facts: answered({ state: "unknown", checkedAgainst: null }),
    says: "warn",
    tells: "J1885 isn’t in the list of codes,",
  },
  { set: { ...set, "visitCharged.createdOn": null }, facts: answered({ state: "unknown" }), says: "" },
  { set, facts: answered({ state: "unknown" }, "2026-11-03"), says: "" },
]);
