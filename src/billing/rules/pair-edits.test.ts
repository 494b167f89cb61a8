import { expect, test } from "vitest";
import { answeringModifiers } from "#room/billing/answering-modifiers.ts";
import { scrub } from "#room/billing/scrub.ts";
import { buildCharge, buildDiagnosis, buildGuid } from "#room/testing/builders.ts";
import { changedEvent, edited, pairOf, testRule } from "#room/testing/rule-cases.ts";

const at = "visitCharged.charges";
const provider = { providerId: buildGuid(4, 0) };
const linked = { indicatedBy: [buildDiagnosis(0)] };
const column1 = buildCharge(0, [buildDiagnosis(0)], { ...provider, cpt: "20610" });
const column2 = { ...column1, cpt: "J3301" };
const lines = (first: object = {}, second: object = {}) => ({
  [at]: [
    { ...column1, ...first },
    { ...column2, ...second },
  ],
});
const never = edited({ pairs: [pairOf("20610", "J3301", 0)] });
const may = edited({ pairs: [pairOf("20610", "J3301", 1)] });
const visit = edited({ pairs: [pairOf("20610", "99213", 1)] });
const own = { cpt: "99213", indicatedBy: [buildDiagnosis(1)] };
const bothDiagnoses = { "visitCharged.diagnosis": [buildDiagnosis(0), buildDiagnosis(1)] };

testRule("pair-edits", [
  { set: lines(), says: "" },
  { set: lines(), facts: never, says: "warn", at: `${at}[1].cpt` },
  { set: lines({}, { modifier: ["59"] }), facts: never, says: "warn", at: `${at}[1].cpt` },
  { set: lines(), facts: may, says: "warn", at: `${at}[1].modifier` },
  { set: lines({}, { modifier: ["59"] }), facts: may, says: "" },
  // Since 2019-07-01, on either line.
  { set: lines({ modifier: ["xs"] }), facts: may, says: "" },
  { set: lines({ modifier: ["22"] }, { modifier: ["76", "77"] }), facts: may, says: "warn" },
  { set: lines({ modifier: ["LT"] }, { modifier: ["RT"] }), facts: may, says: "" },
  { set: lines({ modifier: ["LT"] }, { modifier: ["LT"] }), facts: may, says: "warn" },
  { set: lines({ modifier: ["LT"] }, { modifier: ["LT", "59"] }), facts: may, says: "" },
  // Not on a claim.
  { set: lines({}, { billable: false }), facts: may, says: "" },
  // In either order.
  { set: lines({ cpt: "J3301" }, { cpt: "20610" }), facts: may, says: "warn", at: `${at}[0].modifier` },
  { set: lines(), facts: edited({ svcDate: "2026-11-01", pairs: [pairOf("20610", "J3301", 0)] }), says: "" },
  // Column 1 is not billed.
  { set: lines({ cpt: "20605" }), facts: may, says: "" },
  // With one line of its own provider, and one of another's before it.
  {
    set: { [at]: [{ ...column1, providerId: buildGuid(4, 1) }, column1, column2] },
    facts: may,
    says: "warn",
    at: `${at}[2].modifier`,
  },
  {
    set: { [at]: [column1, { ...column1, providerId: buildGuid(4, 1) }, column2] },
    facts: may,
    says: "warn",
    at: `${at}[2].modifier`,
  },
  // Two visits, or none: 25 would say nothing.
  {
    set: { ...bothDiagnoses, ...lines({ ...linked, cpt: "99214" }, own) },
    facts: edited({ pairs: [pairOf("99214", "99213", 1)] }),
    says: "warn",
  },
  {
    set: { ...bothDiagnoses, ...lines(linked, { ...own, cpt: "J3301" }) },
    facts: may,
    says: "warn",
  },
  // Without a diagnosis of the procedure, none is the visit's own.
  {
    set: { ...bothDiagnoses, ...lines({ indicatedBy: [] }, own) },
    facts: visit,
    says: "warn",
  },
  // Nor is one that the visit does not have.
  {
    set: { "visitCharged.diagnosis": [buildDiagnosis(0)], ...lines(linked, own) },
    facts: visit,
    says: "warn",
  },
  {
    set: {
      ...bothDiagnoses,
      ...lines(linked, { ...own, indicatedBy: [buildDiagnosis(0), buildDiagnosis(1)] }),
    },
    facts: visit,
    says: "warn",
    fixed: { "visitCharged.charges[1].modifier": ["25"] },
  },
  // The event shows two providers: XP is correct.
  {
    set: lines({}, { providerId: buildGuid(4, 1) }),
    facts: may,
    says: "note",
    fixed: { "visitCharged.charges[1].modifier": ["XP"] },
  },
  {
    set: lines({}, { providerId: buildGuid(4, 1), modifier: ["GA"] }),
    facts: may,
    says: "note",
    fixed: { "visitCharged.charges[1].modifier": ["GA", "XP"] },
  },
  { set: lines({}, { providerId: buildGuid(4, 1) }), facts: never, says: "note" },
  { set: lines({}, { providerId: null }), facts: may, says: "warn" },
  { set: lines({ providerId: null }), facts: may, says: "warn" },
  // The event shows a visit with its own diagnosis: 25 is correct.
  {
    set: { ...bothDiagnoses, ...lines(linked, own) },
    facts: visit,
    says: "warn",
    fixed: { "visitCharged.charges[1].modifier": ["25"] },
  },
  { set: { ...bothDiagnoses, ...lines(linked, { ...own, ...linked }) }, facts: visit, says: "warn" },
  {
    set: { ...bothDiagnoses, ...lines(linked, { ...own, modifier: ["GA", "GX", "GY", "GZ"] }) },
    facts: visit,
    says: "warn",
  },
]);

test("the modifiers that answer are those of the manual", () => {
  const manual =
    "E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9 LT RT LC LD RC LM RI 24 25 57 58 78 79 27 59 91 XE XS XP XU";
  expect([...answeringModifiers].toSorted()).toEqual(manual.split(" ").toSorted());
});

function found(svcDate: string, set: Record<string, unknown>) {
  const facts = edited({ svcDate, pairs: [pairOf("20610", "J3301", 1)] });
  const event = changedEvent({ "visitCharged.createdOn": svcDate, ...set });
  return scrub(event, facts).filter(({ ruleId }) => ruleId === "pair-edits");
}

test("before July 2019 59 and X count on column 2", () => {
  const [before] = found("2019-06-30", lines({ modifier: ["59"] }));
  expect(before?.message).toContain("59, XE, XS, XP or XU on charge 2; on either charge a body part");
  expect(found("2019-07-01", lines({ modifier: ["59"] }))).toHaveLength(0);
  expect(found("2019-06-30", lines({}, { modifier: ["XU"] }))).toHaveLength(0);
  expect(found("2019-06-30", lines({ modifier: ["F1"] }))).toHaveLength(0);
});

test("one body part is said; a fix names its line", () => {
  const [same] = found("2026-11-02", lines({ modifier: ["LT"] }, { modifier: ["LT"] }));
  expect(same?.message).toContain("Both name the same body part");
  const [july] = found("2019-07-01", lines());
  expect(july?.message).toContain("on either charge allows both");
  const [other] = found("2026-11-02", lines({}, { providerId: buildGuid(4, 1) }));
  expect(other?.fix?.label).toBe("Add XP to charge 2");
});

test("the finding names both lines, its quarter and its limits", () => {
  const facts = edited({ pairs: [pairOf("20610", "J3301", 1)] });
  const event = changedEvent({
    [at]: [column1, { ...column1, modifier: ["GA"] }, column2, { ...column2, modifier: ["GY"] }],
  });
  const findings = scrub(event, facts).filter(({ ruleId }) => ruleId === "pair-edits");
  expect(findings.map(({ path }) => path[2])).toEqual([2, 3]);
  expect(findings[0]?.message).toBe(
    "J3301 (charge 3) isn’t paid with 20610 (charge 1) for the same provider and day: NCCI pairs of 2026 Q4, “Standards of medical/surgical practice”. If the record shows a separate service, one of these modifiers on either charge allows both: 59, XE, XS, XP or XU, a body part (LT, RT, F1 …), or 25 on a visit. This looks at one visit, not at the patient’s whole day.",
  );
});
