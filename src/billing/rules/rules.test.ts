import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { parsePath, formatPath } from "#room/contract/issues.ts";
import { applyFix } from "#room/billing/apply-fix.ts";
import type { DraftEvent } from "#room/billing/draft-event.ts";
import type { DiagnosisCheck, Facts } from "#room/billing/facts.ts";
import { diagnosisCheckKey } from "#room/billing/facts.ts";
import type { Severity } from "#room/billing/finding.ts";
import { scrub } from "#room/billing/scrub.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildDiagnosis, buildEvent, buildGuid } from "#room/testing/builders.ts";
import { allRules } from "./rules-list.ts";

/** A case: what is set in a clear event, and what the rule must then say ("" = nothing). */
interface Case {
  readonly rule: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly says: Severity | "";
  /** Where; not looked at when nothing is said. */
  readonly at?: string;
  /** True: the finding has a fix, and the fix ends it. */
  readonly fixed?: boolean;
  readonly facts?: Facts;
}

const row = "visitCharged.charges[0]";
const dx = "visitCharged.diagnosis";
const checked = (code: string, answer: DiagnosisCheck): Facts => ({
  diagnosisChecks: new Map([[diagnosisCheckKey("ICD-10-CM", code, "2026-11-02"), answer]]),
});
const usd = (amount: unknown) => ({ currency: "USD", amount });
const two = [buildDiagnosis(0), buildDiagnosis(1)];
const line = buildEvent().visitCharged.charges[0];

const cases: readonly Case[] = [
  { rule: "visit-required", set: { eventId: "" }, says: "block", at: "eventId" },
  { rule: "visit-required", set: { eventId: "0".repeat(32) }, says: "block", at: "eventId" },
  {
    rule: "visit-required",
    set: { "visitCharged.visitId": null },
    says: "block",
    at: "visitCharged.visitId",
  },
  {
    rule: "visit-required",
    set: { "visitCharged.practiceId": "" },
    says: "block",
    at: "visitCharged.practiceId",
  },
  { rule: "visit-required", set: { "visitCharged.charges": [] }, says: "block", at: "visitCharged.charges" },
  { rule: "visit-required", set: { audit: undefined }, says: "block", at: "audit" },
  { rule: "visit-guids", set: { eventId: "not a guid" }, says: "block", at: "eventId", fixed: true },
  {
    rule: "visit-guids",
    set: { eventId: "3F2504E0-4F89-11D3-9A0C-0305E82C3301" },
    says: "note",
    at: "eventId",
    fixed: true,
  },
  {
    rule: "visit-guids",
    set: { eventId: "3f2504e0 4f89 11d3 9a0c 0305e82c3301" },
    says: "block",
    at: "eventId",
    fixed: true,
  },
  {
    rule: "visit-guids",
    set: { "audit.rulesLogs[1].rulesLogId": "12" },
    says: "block",
    at: "audit.rulesLogs[1].rulesLogId",
  },
  {
    rule: "visit-dates",
    set: { "visitCharged.createdOn": "2026-02-30" },
    says: "block",
    at: "visitCharged.createdOn",
  },
  {
    rule: "visit-dates",
    set: { "visitCharged.createdOn": "2026-11-03" },
    facts: { today: "2026-11-02" },
    says: "warn",
    at: "visitCharged.createdOn",
  },
  {
    rule: "visit-dates",
    set: { "visitCharged.createdOn": "2026-11-02T23:59:59" },
    facts: { today: "2026-11-02" },
    says: "",
  },
  {
    rule: "visit-dates",
    set: { "audit.rulesLogs[0].createdDate": "yesterday" },
    says: "block",
    at: "audit.rulesLogs[0].createdDate",
  },
  {
    rule: "visit-dates",
    set: { "visitCharged.createdOn": "11/2/2026" },
    says: "block",
    at: "visitCharged.createdOn",
    fixed: true,
  },
  {
    rule: "date-of-service",
    set: { "visitCharged.createdOn": " " },
    says: "warn",
    at: "visitCharged.createdOn",
  },
  {
    rule: "paid-lines",
    set: { [`${row}.paid.amount`]: 1200, "visitCharged.payments[0].amount.amount": 25 },
    says: "warn",
    at: `${row}.paid.amount`,
  },
  { rule: "paid-lines", set: { "visitCharged.payments": [] }, says: "warn", at: `${row}.paid.amount` },
  { rule: "paid-lines", set: { "visitCharged.payments[0].amount.amount": 25 }, says: "" },
  {
    rule: "visit-total",
    set: { "visitCharged.charges": [{ ...line, billable: false }] },
    says: "warn",
    at: `${row}.billable`,
  },
  {
    rule: "visit-total",
    set: { "visitCharged.payments[0].amount.amount": 9000 },
    says: "note",
    at: "visitCharged.payments[0].amount.amount",
  },
  {
    rule: "earlier-event",
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "charged" }] },
    says: "block",
    at: "visitCharged.visitId",
  },
  {
    rule: "earlier-event",
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 0), state: "charged" }] },
    says: "",
  },
  {
    rule: "diagnosis-count",
    set: { [dx]: Array.from({ length: 13 }, (_, index) => buildDiagnosis(index)) },
    says: "warn",
    at: `${dx}[12]`,
  },
  {
    rule: "diagnosis-count",
    set: { [dx]: Array.from({ length: 12 }, (_, index) => buildDiagnosis(index)) },
    says: "",
  },
  {
    rule: "diagnosis-twice",
    set: { [`${dx}[1].icd10DiagCode`]: "j029" },
    says: "block",
    at: `${dx}[1].icd10DiagCode`,
    fixed: true,
  },
  {
    rule: "diagnosis-first",
    set: { [`${dx}[0].icd10DiagCode`]: "W19.XXXA" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: true,
  },
  {
    rule: "diagnosis-first",
    set: { [`${dx}[0].icd10DiagCode`]: "S93.401S" },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
    fixed: true,
  },
  { rule: "diagnosis-first", set: { [`${dx}[1].icd10DiagCode`]: "W19.XXXA" }, says: "" },
  {
    rule: "diagnosis-priority",
    set: { [`${dx}[1].priority`]: 1 },
    says: "block",
    at: `${dx}[1].priority`,
    fixed: true,
  },
  {
    rule: "diagnosis-priority",
    set: { [`${dx}[1].priority`]: 1.5 },
    says: "block",
    at: `${dx}[1].priority`,
    fixed: true,
  },
  {
    rule: "diagnosis-priority",
    set: { [`${dx}[1].priority`]: 3 },
    says: "warn",
    at: `${dx}[0].priority`,
    fixed: true,
  },
  {
    rule: "diagnosis-priority",
    set: { [`${dx}[1].priority`]: null },
    says: "warn",
    at: `${dx}[1].priority`,
    fixed: true,
  },
  { rule: "diagnosis-priority", set: { [dx]: two.map((row) => ({ ...row, priority: null })) }, says: "" },
  {
    rule: "code-sets-mixed",
    set: {
      "visitCharged.createdOn": null,
      [`${dx}[1].icd10DiagCode`]: null,
      [`${dx}[1].icd9DiagCode`]: "250.00",
    },
    says: "block",
    at: `${dx}[1].icd9DiagCode`,
  },
  { rule: "modifier-25", set: { "visitCharged.charges[1].modifier": ["25"] }, says: "warn", fixed: true },
  {
    rule: "modifier-25",
    set: { "visitCharged.charges": [{ ...line, modifier: ["25"] }] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  { rule: "modifier-25", set: { [`${row}.modifier`]: ["25"] }, says: "" },
  {
    rule: "modifier-25",
    set: { "visitCharged.charges[1].cpt": "12001" },
    says: "note",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "duplicate-lines",
    set: { "visitCharged.charges": [line, line] },
    says: "warn",
    at: "visitCharged.charges[1].cpt",
    fixed: true,
  },
  {
    rule: "duplicate-lines",
    set: { "visitCharged.charges": [line, { ...line, modifier: ["59"] }] },
    says: "",
  },
  {
    rule: "duplicate-lines",
    set: { "visitCharged.charges": [line, { ...line, providerId: buildGuid(4, 77) }] },
    says: "",
  },
  {
    rule: "paper-form",
    set: { "visitCharged.charges": Array.from({ length: 7 }, () => line) },
    says: "note",
    at: "visitCharged.charges[6]",
  },
  { rule: "charge-required", set: { [`${row}.cpt`]: " " }, says: "block", at: `${row}.cpt` },
  {
    rule: "charge-required",
    set: { [`${row}.quantity`]: null },
    says: "block",
    at: `${row}.quantity`,
    fixed: true,
  },
  {
    rule: "charge-required",
    set: { [`${row}.charge`]: { currency: "USD" } },
    says: "block",
    at: `${row}.charge.amount`,
  },
  { rule: "procedure-shape", set: { [`${row}.cpt`]: "9921" }, says: "block", at: `${row}.cpt` },
  {
    rule: "procedure-shape",
    set: { [`${row}.cpt`]: "99 213" },
    says: "block",
    at: `${row}.cpt`,
    fixed: true,
  },
  { rule: "procedure-shape", set: { [`${row}.cpt`]: "ABCDE" }, says: "warn", at: `${row}.cpt` },
  { rule: "procedure-shape", set: { [`${row}.cpt`]: "j1100" }, says: "note", at: `${row}.cpt`, fixed: true },
  ...["99213", "0001F", "0042T", "0001U", "J1100"].map(
    (cpt) => ({ rule: "procedure-shape", set: { [`${row}.cpt`]: cpt }, says: "" }) as const,
  ),
  { rule: "modifier-shape", set: { [`${row}.modifier`]: ["2"] }, says: "block", at: `${row}.modifier` },
  {
    rule: "modifier-shape",
    set: { [`${row}.modifier`]: ["59", "59"] },
    says: "block",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifier-shape",
    set: { [`${row}.modifier`]: ["A1", "A2", "A3", "A4", "A5"] },
    says: "block",
    at: `${row}.modifier`,
  },
  {
    rule: "modifier-shape",
    set: { [`${row}.modifier`]: ["rt"] },
    says: "note",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifiers-distinct",
    set: { [`${row}.modifier`]: ["59", "XS"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifiers-whole-service",
    set: { [`${row}.modifier`]: ["26", "TC"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifiers-sides",
    set: { [`${row}.modifier`]: ["LT", "RT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifiers-sides",
    set: { [`${row}.modifier`]: ["50", "LT"] },
    says: "warn",
    at: `${row}.modifier`,
    fixed: true,
  },
  {
    rule: "modifiers-sides",
    set: { [`${row}.modifier`]: ["50"], [`${row}.quantity`]: 2 },
    says: "warn",
    at: `${row}.quantity`,
    fixed: true,
  },
  { rule: "quantity", set: { [`${row}.quantity`]: 0 }, says: "block", at: `${row}.quantity`, fixed: true },
  { rule: "quantity", set: { [`${row}.quantity`]: "two" }, says: "block", at: `${row}.quantity` },
  { rule: "quantity", set: { [`${row}.quantity`]: 1.25 }, says: "warn", at: `${row}.quantity` },
  { rule: "quantity", set: { [`${row}.quantity`]: 1.5 }, says: "" },
  { rule: "quantity", set: { [`${row}.quantity`]: 100 }, says: "warn", at: `${row}.quantity` },
  {
    rule: "quantity",
    set: { [`${row}.quantity`]: 2 },
    facts: { limits: { unitCeilings: { "99213": 1 } } },
    says: "warn",
    at: `${row}.quantity`,
  },
  {
    rule: "charge-money",
    set: { [`${row}.charge`]: usd(1.005) },
    says: "block",
    at: `${row}.charge.amount`,
  },
  {
    rule: "charge-money",
    set: { [`${row}.charge`]: usd("12x") },
    says: "block",
    at: `${row}.charge.amount`,
  },
  {
    rule: "charge-money",
    set: { [`${row}.paid.currency`]: "EUR" },
    says: "block",
    at: `${row}.paid.currency`,
    fixed: true,
  },
  {
    rule: "charge-money",
    set: { [`${row}.paid.currency`]: "" },
    says: "block",
    at: `${row}.paid.currency`,
    fixed: true,
  },
  { rule: "charge-amount", set: { [`${row}.charge.amount`]: -1 }, says: "block", at: `${row}.charge.amount` },
  { rule: "charge-amount", set: { [`${row}.paid.amount`]: -1 }, says: "block", at: `${row}.paid.amount` },
  { rule: "charge-amount", set: { [`${row}.charge.amount`]: 0 }, says: "warn", at: `${row}.charge.amount` },
  {
    rule: "line-balance",
    set: { [`${row}.arAmount.amount`]: 1 },
    says: "warn",
    at: `${row}.arAmount.amount`,
    fixed: true,
  },
  {
    rule: "line-balance",
    set: { [`${row}.arAmount`]: null },
    says: "note",
    at: `${row}.arAmount.amount`,
    fixed: true,
  },
  {
    rule: "line-balance",
    set: { [`${row}.charge.amount`]: 0.3, [`${row}.paid.amount`]: 0.1, [`${row}.arAmount.amount`]: 0.2 },
    says: "",
  },
  {
    rule: "diagnosis-links",
    set: { [`${row}.indicatedBy`]: [] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    rule: "diagnosis-links",
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }] },
    says: "block",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    rule: "diagnosis-links",
    set: {
      [dx]: Array.from({ length: 5 }, (_, index) => buildDiagnosis(index)),
      [`${row}.indicatedBy`]: Array.from({ length: 5 }, (_, index) => buildDiagnosis(index)),
    },
    says: "warn",
    at: `${row}.indicatedBy`,
  },
  {
    rule: "diagnosis-links",
    set: { [`${row}.indicatedBy`]: [], [`${row}.billtoPayer`]: false },
    says: "warn",
    at: `${row}.indicatedBy`,
    fixed: true,
  },
  {
    rule: "diagnosis-links",
    set: { [`${row}.indicatedBy`]: [two[0], { icd10DiagCode: "Z99.9" }], [`${row}.billtoPayer`]: null },
    says: "warn",
    fixed: true,
  },
  { rule: "payer-billed", set: { [`${row}.payerId`]: "" }, says: "warn", at: `${row}.payerId` },
  {
    rule: "payer-billed",
    set: { "visitCharged.charges": [line, { ...line, payerId: null }] },
    says: "warn",
    at: "visitCharged.charges[1].payerId",
    fixed: true,
  },
  { rule: "payer-billed", set: { [`${row}.providerId`]: null }, says: "warn", at: `${row}.providerId` },
  {
    rule: "payer-billed",
    set: { [`${row}.payerId`]: null, [`${row}.billtoPayer`]: false },
    says: "",
  },
  { rule: "charge-guids", set: { [`${row}.payerId`]: "zz" }, says: "block", at: `${row}.payerId` },
  {
    rule: "diagnosis-coded",
    set: { [`${dx}[0].icd10DiagCode`]: " " },
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
  },
  ...["AB", "1A0.0", "E11.92345", "EEE", "S93.40XX"].map(
    (code) =>
      ({
        rule: "icd10-shape",
        set: { [`${dx}[0].icd10DiagCode`]: code },
        says: "block",
        at: `${dx}[0].icd10DiagCode`,
      }) as const,
  ),
  ...["U07.1", "QA0.0109", "C4A.0", "Z3A.20", "I10", "S93.401A", "W19.XXXA"].map(
    (code) => ({ rule: "icd10-shape", set: { [`${dx}[0].icd10DiagCode`]: code }, says: "" }) as const,
  ),
  {
    rule: "icd10-shape",
    set: { [`${dx}[0].icd10DiagCode`]: "e119" },
    says: "note",
    at: `${dx}[0].icd10DiagCode`,
    fixed: true,
  },
  {
    rule: "icd9-shape",
    set: { [`${dx}[0].icd9DiagCode`]: "25" },
    says: "block",
    at: `${dx}[0].icd9DiagCode`,
  },
  {
    rule: "icd9-shape",
    set: { [`${dx}[0].icd9DiagCode`]: "E8120" },
    says: "note",
    at: `${dx}[0].icd9DiagCode`,
    fixed: true,
  },
  ...["250.00", "V70.0", "E812.0", "486"].map(
    (code) => ({ rule: "icd9-shape", set: { [`${dx}[0].icd9DiagCode`]: code }, says: "" }) as const,
  ),
  {
    rule: "code-set-by-date",
    set: { [`${dx}[0].icd10DiagCode`]: null, [`${dx}[0].icd9DiagCode`]: "250.00" },
    says: "block",
    at: `${dx}[0].icd10DiagCode`,
  },
  {
    rule: "code-set-by-date",
    set: { "visitCharged.createdOn": "2015-09-30" },
    says: "block",
    at: `${dx}[0].icd9DiagCode`,
  },
  { rule: "code-set-by-date", set: { "visitCharged.createdOn": "2015-10-01" }, says: "" },
  {
    rule: "code-valid-on-date",
    set: {},
    facts: checked("J02.9", { isValid: false, isChargeable: false }),
    says: "warn",
    at: `${dx}[0].icd10DiagCode`,
  },
  {
    rule: "header-code",
    set: {},
    facts: checked("J02.9", { isValid: true, isChargeable: false }),
    says: "block",
    at: `${dx}[0].icd10DiagCode`,
  },
  { rule: "header-code", set: {}, facts: checked("J029", { isValid: true, isChargeable: true }), says: "" },
  {
    rule: "diagnosis-guids",
    set: { [`${dx}[0].diagCodePk`]: "1" },
    says: "block",
    at: `${dx}[0].diagCodePk`,
  },
  {
    rule: "payment-amount",
    set: { "visitCharged.payments[0].amount.amount": -5 },
    says: "warn",
    at: "visitCharged.payments[0].amount.amount",
    fixed: true,
  },
  {
    rule: "payment-amount",
    set: {
      "visitCharged.payments[0].amount.amount": -5,
      "visitCharged.payments[0].paymentType": "Card refund",
    },
    says: "",
  },
  {
    rule: "payment-money",
    set: { "visitCharged.payments[0].amount.amount": 0.001 },
    says: "block",
    at: "visitCharged.payments[0].amount.amount",
  },
  {
    rule: "payment-payer",
    set: { "visitCharged.payments[0].payerId": buildGuid(5, 42) },
    says: "warn",
    at: "visitCharged.payments[0].payerId",
  },
  {
    rule: "payment-guids",
    set: { "visitCharged.payments[0].paymentId": "x" },
    says: "block",
    at: "visitCharged.payments[0].paymentId",
  },
];

function changed(set: Case["set"]): DraftEvent {
  const edits = Object.entries(set).map(
    ([path, value]) => ({ kind: "set", path: parsePath(path), value }) as const,
  );
  return applyFix<DraftEvent>(buildEvent(), { edits });
}

test("a clear event of any size gives nothing but the note on paper forms", () => {
  for (const charges of [1, 7, 50])
    expect(
      scrub(buildEvent({ charges, diagnoses: 4 })).filter((found) => found.ruleId !== "paper-form"),
    ).toEqual([]);
});

test("every rule has a case in which it speaks, and all ids differ", () => {
  const speaking = new Set(cases.filter((one) => one.says !== "").map((one) => one.rule));
  expect(allRules.map((rule) => rule.id).filter((id) => !speaking.has(id))).toEqual([]);
  expect(new Set(allRules.map((rule) => rule.id)).size).toBe(allRules.length);
});

describe.each(cases)("$rule with $set", ({ rule, set, says, at, fixed, facts = {} }) => {
  const event = changed(set);
  const found = scrub(event, facts).filter((finding) => finding.ruleId === rule);

  test(says === "" ? "says nothing" : `says "${says}"${fixed ? ", and its fix ends it" : ""}`, () => {
    if (says === "") {
      expect(found).toEqual([]);
      return;
    }
    const [finding] = found;
    expect(finding).toMatchObject({ severity: says });
    if (at !== undefined) expect(formatPath(finding?.path ?? [])).toBe(at);
    expect(finding?.message).toMatch(/^\S.*\.$/);
    expect(finding?.fix !== undefined).toBe(fixed === true);
    if (!finding?.fix) return;
    const after = scrub(applyFix(event, finding.fix), facts).filter((one) => one.ruleId === rule);
    expect(after.length).toBeLessThan(found.length);
  });
});

test("any valid event can be scrubbed, and a fix of it leaves it valid", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const before = structuredClone(event);
      for (const finding of scrub(event, { today: "2026-11-20" }))
        if (finding.fix) {
          const parsed = autoChargedEvent.safeParse(applyFix(event, finding.fix));
          expect(parsed.error?.issues ?? []).toEqual([]);
        }
      expect(event).toStrictEqual(before);
    }),
    { numRuns: 300 },
  );
});

test("a draft that lacks any of the members can be scrubbed", () => {
  for (const path of new Set(cases.flatMap((one) => Object.keys(one.set))))
    for (const value of [null, undefined]) expect(scrub(changed({ [path]: value }))).toBeInstanceOf(Array);
  expect(scrub({})).not.toEqual([]);
});
