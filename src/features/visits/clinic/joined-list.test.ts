import fc from "fast-check";
import { expect, test } from "vitest";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { buildVisitRow } from "#room/testing/builders.ts";
import { listRow, rowId } from "#room/features/visits/list/list-row.ts";
import { everything } from "#room/features/visits/list/list-search.ts";
import { byVisit, joinRows, SteadyOrder, isInView } from "./join-rows.ts";
import { JoinedList, type ListedFacts } from "./joined-list.ts";
import { now, summaryOf } from "./test-rows.ts";

const visits = Array.from({ length: 12 }, (_, index) => buildVisitRow(index, { changeNumber: 1 }));
const here = visits
  .slice(0, 3)
  .map(({ visitId }, index) =>
    summaryOf(50 + index, { visitId, createdAt: now - index, updatedAt: now, amountMinor: index }),
  );

const anyVisit = fc.constantFrom(...visits);
type Step = Partial<ListedFacts> | { readonly page: readonly VisitRow[] };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.array(anyVisit, { maxLength: 4 }).map((page) => ({ page })) },
  fc.nat(3).map((count) => ({ here: here.slice(0, count) })),
  anyVisit.map((visit) => ({ latest: new Map([[visit.visitId, { ...visit, changeNumber: 2 }]]) })),
  fc.constantFrom("need" as const, "amount" as const).map((sort) => ({ search: { ...everything, sort } })),
  fc.nat(2).map((later) => ({ now: now + later })),
);

function expectJoinedAtOnce(steps: readonly Step[]): void {
  const list = new JoinedList();
  const steady = new SteadyOrder();
  let unsure = new Set<string>();
  let facts: ListedFacts = {
    pages: [],
    here: [],
    latest: new Map(),
    search: { ...everything, tab: "open" },
    typed: "",
    now,
    today: "2026-11-20",
    me: "casey",
  };
  for (const step of steps) {
    facts = "page" in step ? { ...facts, pages: [...facts.pages, step.page] } : { ...facts, ...step };
    const { latest } = facts;
    const joined = joinRows({ ...facts, served: facts.pages.flat(), known: (id) => latest.get(id) });
    const own = byVisit(facts.here, facts.search);
    const expected = steady.arrange(joined, facts.pages.length > 0, (id) => {
      const summary = unsure.has(id) ? undefined : own.get(id);
      return summary && listRow(latest.get(id), summary);
    });
    unsure = new Set(expected.filter((row) => !row.clinic && !row.isOnlyHere).map(rowId));
    const { rows, gone } = list.join(facts);
    expect(rows).toEqual(expected);
    expect([...gone]).toEqual(expected.filter((row) => !isInView(row, facts)).map(({ eventId }) => eventId));
    for (const { visitId } of visits)
      expect(list.has(visitId)).toBe(expected.some((row) => row.visitId === visitId));
  }
}

test("rows joined page by page are those joined at once", () => {
  fc.assert(fc.property(fc.array(anyStep, { maxLength: 12 }), expectJoinedAtOnce), { numRuns: 500 });
});

test("rows behind a repeated visit find their place", () => {
  const [first, second, third] = visits;
  if (!first || !second || !third) throw new Error("there are twelve");
  expectJoinedAtOnce([
    { page: [second] },
    { here: here.slice(0, 1) },
    { page: [first, second] },
    { page: [third] },
  ]);
});

test("a row shown unasked leaves if it belongs elsewhere", () => {
  const [visit] = visits;
  if (!visit) throw new Error("there are twelve");
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
