import { expect, test } from "vitest";
import { newEvent } from "#room/billing/new-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { insertRow } from "./row-actions.ts";
import { openDraft } from "./test-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { writeCell } from "./write-cell.ts";

const at = (visit: VisitDraft, line = 0) =>
  ({ list: "charges", rowId: visit.order().charges[line] ?? "", member: "indicatedBy" }) as const;
const codes = (visit: VisitDraft) =>
  visit.event().visitCharged?.diagnosis?.map((each) => each.icd10DiagCode || each.icd9DiagCode);

function visitOn(createdOn: string): VisitDraft {
  const facts = { uuid: () => crypto.randomUUID(), today: createdOn, createdId: "casey", practiceId: "" };
  return openDraft(newEvent(facts));
}

test("a code typed as a line’s diagnosis joins the visit", () => {
  const visit = visitOn("2026-11-02");
  writeCell(visit, at(visit), "j029 R05.9", "Diagnoses");
  expect(codes(visit)).toEqual(["J02.9", "R05.9"]);
  expect(visit.text(at(visit))).toBe("A B");
  expect(visit.event().visitCharged?.charges?.[0]?.indicatedBy).toMatchObject([
    { icd10DiagCode: "J02.9" },
    { icd10DiagCode: "R05.9" },
  ]);
  visit.undo();
  expect(codes(visit) ?? []).toEqual([]);
  expect(visit.text(at(visit))).toBe("");
});

test("a code the visit has is linked, not listed twice", () => {
  const visit = visitOn("2026-11-02");
  insertRow(visit, "charges");
  writeCell(visit, at(visit), "J02.9", "Diagnoses");
  writeCell(visit, at(visit, 1), "J029, i10", "Diagnoses");
  expect(codes(visit)).toEqual(["J02.9", "I10"]);
  expect(visit.text(at(visit, 1))).toBe("A B");
});

test("the empty diagnosis line is filled first", () => {
  const visit = visitOn("2026-11-02");
  insertRow(visit, "diagnosis");
  writeCell(visit, at(visit), "J02.9", "Diagnoses");
  expect(visit.rows("diagnosis")).toHaveLength(1);
});

test("before October 2015 ICD-9 codes join", () => {
  const visit = visitOn("2014-03-01");
  writeCell(visit, at(visit), "462 J02.9", "Diagnoses");
  expect(visit.event().visitCharged?.diagnosis).toMatchObject([{ icd9DiagCode: "462" }]);
  expect(visit.text(at(visit))).toBe("A J02.9");
});

test("letters, words and what came with the visit stay", () => {
  const visit = visitOn("2026-11-02");
  writeCell(visit, at(visit), "B sore thr", "Diagnoses");
  expect(codes(visit) ?? []).toEqual([]);
  expect(visit.text(at(visit))).toBe("B sore thr");
  const event = buildEvent({ charges: 1 });
  const [charge] = event.visitCharged.charges;
  const came = openDraft({
    ...event,
    visitCharged: {
      ...event.visitCharged,
      charges: [{ ...charge, indicatedBy: [{ icd10DiagCode: "Z99.9", note: "own" }] }],
    },
  });
  const before = codes(came);
  writeCell(came, at(came), "Z99.9", "Diagnoses");
  expect(codes(came)).toEqual(before);
});
