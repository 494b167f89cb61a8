import { expect, test } from "vitest";
import { newEvent } from "#room/billing/new-event.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { adoptEvent } from "./adopt-event.ts";
import { filledCells, isFilledByItself, recallFilled } from "./filled.ts";
import { insertRow } from "./row-actions.ts";
import { startDraft } from "./start-draft.ts";
import { insertTemplate } from "./reuse.ts";
import { openDraft } from "./test-draft.ts";
import { VisitDraft } from "./visit-draft.ts";
import { knowNames, writeVisitName } from "./visit-names.ts";
import { placeOfVisitName } from "./field-ref.ts";
import { writeCell } from "./write-cell.ts";

const [usual = "", own = "", next = ""] = ["1", "2", "3"].map((digit) => digit.repeat(32));

const providers = (visit: VisitDraft) => visit.rows("charges").map(({ providerId }) => providerId);
const sent = (visit: VisitDraft) => visit.event().visitCharged?.charges?.map(({ providerId }) => providerId);

function emptyEvent() {
  const facts = { uuid: () => crypto.randomUUID(), today: "2026-11-23", createdId: "casey", practiceId: "" };
  const { visitCharged, ...event } = newEvent(facts);
  return { ...event, visitCharged: { ...visitCharged, charges: [] } };
}

const emptyVisit = () => openDraft(emptyEvent());

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

test("what is chosen before there is a line outlasts it", () => {
  const visit = emptyVisit();
  expect(filledCells(visit)).toEqual([]);
  writeVisitName(visit, "providerId", usual);
  writeVisitName(visit, "payerId", own);
  const { draft, source } = startDraft(emptyEvent());
  const again = new VisitDraft(draft, source);
  recallFilled(again, filledCells(visit));
  expect(again.text(placeOfVisitName("providerId"))).toBe(usual);
  expect(again.text(placeOfVisitName("payerId"))).toBe(own);
  expect(sent(again)).toEqual([]);
  expect(again.history().done).toEqual([]);
});

test("a currency before its amount outlasts fixes and a reload", () => {
  const [line] = buildEvent({ charges: 1 }).visitCharged.charges;
  const { charge, paid: _paid, arAmount: _open, ...bare } = line ?? {};
  const event = {
    ...emptyEvent(),
    visitCharged: { charges: [bare, { ...bare, charge }, bare], payments: [{}] },
  };
  const visit = openDraft(event);
  expect(filledCells(visit)).toEqual([]);
  const currencyOf = (visit: VisitDraft, list: "charges" | "payments", row: number, sum: string) => ({
    list,
    rowId: visit.order()[list][row] ?? "",
    member: `${sum}.currency`,
  });
  const chosen = [
    ["charges", 0, "charge", "CAD"],
    ["charges", 2, "charge", "USD"],
    ["payments", 0, "amount", "EUR"],
  ] as const;
  for (const [list, row, sum, text] of chosen)
    writeCell(visit, currencyOf(visit, list, row, sum), text, "Currency");
  const { visitCharged, ...rest } = visit.event();
  const modified = visitCharged?.charges?.map((each) => ({ ...each, modifier: ["25"] }));
  adoptEvent(visit, { ...rest, visitCharged: { ...visitCharged, charges: modified } }, "Fix");
  const again = openDraft(visit.event());
  recallFilled(again, structuredClone(filledCells(visit)));
  for (const [list, row, sum, text] of chosen) {
    const place = currencyOf(again, list, row, sum);
    expect(again.text(place)).toBe(text);
    writeCell(again, { ...place, member: `${sum}.amount` }, "5", "Amount");
  }
  const { charges, payments } = again.event().visitCharged ?? {};
  expect([charges?.[0]?.charge, charges?.[2]?.charge, payments?.[0]?.amount]).toEqual([
    { currency: "CAD", amount: 5 },
    { currency: "USD", amount: 5 },
    { currency: "EUR", amount: 5 },
  ]);
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
