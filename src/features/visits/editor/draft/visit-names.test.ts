import { expect, test } from "vitest";
import { newEvent } from "#room/billing/new-event.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { isFilledByItself } from "./filled.ts";
import { insertRow } from "./row-actions.ts";
import { insertTemplate } from "./template.ts";
import { openDraft } from "./test-draft.ts";
import type { VisitDraft } from "./visit-draft.ts";
import { knowNames, writeVisitName } from "./visit-names.ts";
import { placeOfVisitName } from "./field-ref.ts";
import { writeCell } from "./write-cell.ts";

const [usual = "", own = "", next = ""] = ["1", "2", "3"].map((digit) => digit.repeat(32));

const providers = (visit: VisitDraft) => visit.rows("charges").map(({ providerId }) => providerId);
const sent = (visit: VisitDraft) => visit.event().visitCharged?.charges?.map(({ providerId }) => providerId);

function emptyVisit(): VisitDraft {
  const facts = { uuid: () => crypto.randomUUID(), today: "2026-11-23", createdId: "casey", practiceId: "" };
  const { visitCharged, ...event } = newEvent(facts);
  return openDraft({ ...event, visitCharged: { ...visitCharged, charges: [] } });
}

test("a name chosen once stands on each line without another", () => {
  const visit = openDraft(buildEvent({ charges: 4 }));
  const [first = "", second = "", third = ""] = visit.order().charges;
  for (const [rowId, id] of [
    [first, ""],
    [second, own],
    [third, usual],
  ] as const)
    writeCell(visit, { list: "charges", rowId, member: "providerId" }, id, "Provider");
  const last = visit.order().charges[3] ?? "";
  writeCell(visit, { list: "charges", rowId: last, member: "providerId" }, usual, "Provider");
  expect(visit.text(placeOfVisitName("providerId"))).toBe(usual);
  writeVisitName(visit, "providerId", next);
  expect(sent(visit)).toEqual([next, own, next, next]);
  visit.undo();
  expect(providers(visit)).toEqual(["", own, usual, usual]);
});

test("a line begun later has it, being no line yet", () => {
  const visit = emptyVisit();
  writeVisitName(visit, "providerId", usual);
  expect(sent(visit)).toEqual([]);
  const [line = ""] = visit.order().charges;
  expect(isFilledByItself(visit, "charges", line, "providerId")).toBe(true);
  writeCell(visit, { list: "charges", rowId: line, member: "cpt" }, "99213", "CPT");
  writeCell(visit, { list: "charges", rowId: line, member: "providerId" }, own, "Provider");
  insertRow(visit, "charges");
  writeVisitName(visit, "providerId", next);
  expect(providers(visit)).toEqual([next, next]);
  insertTemplate(visit, {
    id: "t",
    name: "Strep",
    updatedAt: 0,
    charges: [{ cpt: "87880" }, { cpt: "36415", providerId: own }],
    diagnoses: [],
  });
  expect(sent(visit), "not that of the visit it was made of").toEqual([next, next, next]);
});

test("undone, an empty line is still no line", () => {
  const visit = emptyVisit();
  insertRow(visit, "charges");
  writeVisitName(visit, "payerId", usual);
  visit.undo();
  expect(visit.sentRows("charges")).toEqual([]);
  visit.redo();
  expect(visit.sentRows("charges")).toEqual([]);
});

test("a name typed before the directory had it is known", () => {
  const visit = emptyVisit();
  writeVisitName(visit, "payerId", "harbor mu");
  namesAre([{ kind: "payer", id: usual, name: "Harbor Mutual" }]);
  knowNames(visit);
  expect(visit.text(placeOfVisitName("payerId"))).toBe(usual);
  namesAre([]);
});
