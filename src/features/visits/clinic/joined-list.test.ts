import { expect, test } from "vitest";
import { buildVisitRow } from "#room/testing/builders.ts";
import { everything } from "#room/features/visits/list/list-search.ts";
import { JoinedList } from "./joined-list.ts";
import { now, summaryOf } from "./test-rows.ts";

test("a row shown unasked leaves if it belongs elsewhere", () => {
  const visit = buildVisitRow(0, { changeNumber: 1 });
  const draft = summaryOf(50, { visitId: visit.visitId, edited: true });
  const snoozed = { ...visit, changeNumber: 2, snoozedUntil: new Date(now + 60_000).toISOString() };
  const list = new JoinedList();
  const facts = {
    pages: [[]],
    here: [draft],
    search: everything,
    typed: "",
    now,
    today: "2026-11-20",
    me: "casey",
  };
  const known = new Map([[visit.visitId, visit]]);
  expect(list.join({ ...facts, latest: new Map() }).rows).toHaveLength(1);
  expect(list.join({ ...facts, latest: new Map([[visit.visitId, snoozed]]) }).rows).toEqual([]);
  // One that the service had told of keeps its place.
  const other = new JoinedList();
  expect(other.join({ ...facts, latest: known }).rows).toHaveLength(1);
  const later = other.join({ ...facts, latest: new Map([[visit.visitId, snoozed]]) });
  expect([later.rows.length, later.gone.size]).toEqual([1, 1]);
});
