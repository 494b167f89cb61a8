import { expect, test } from "vitest";
import { groupFindings } from "#room/billing/finding-groups.ts";
import { scrub } from "#room/billing/scrub.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { dx, testRule } from "#room/testing/rule-cases.ts";

const both = { icd9DiagCode: "250.00", icd10DiagCode: "E11.9" };

testRule("code-set-by-date", [
  {
    set: { [`${dx}[0].icd10DiagCode`]: null, [`${dx}[0].icd9DiagCode`]: "250.00" },
    says: "block",
    at: `${dx}[0].icd10DiagCode`,
    tells: "Visits on or after 10/01/2015 use ICD-10-CM",
  },
  {
    set: { "visitCharged.createdOn": "2015-09-30" },
    says: "block",
    times: 2,
    at: `${dx}[0].icd9DiagCode`,
    tells: "Visits before 10/01/2015 use ICD-9-CM",
  },
  { set: { "visitCharged.createdOn": "2015-10-01" }, says: "" },
  // Of a row with both, the one for the day counts.
  { set: { [dx]: [both] }, says: "" },
  { set: { "visitCharged.createdOn": "2015-09-30", [dx]: [both] }, says: "" },
]);

test("codes of another time are one finding per visit", () => {
  const event = buildEvent({ seed: 7 });
  const diagnosis = ["J02.9", "R05.9", "I10"].map((icd10DiagCode) => ({ icd10DiagCode }));
  const visitCharged = { ...event.visitCharged, createdOn: "2014-03-01", diagnosis };
  const findings = scrub({ ...event, visitCharged }, { today: "2026-11-22" });
  const ofCodes = findings
    .filter(({ ruleId }) => ruleId === "code-set-by-date")
    .map((finding) => ({ finding }));
  expect(ofCodes).toHaveLength(3);
  expect(groupFindings(ofCodes)).toHaveLength(1);
});
