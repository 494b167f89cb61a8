import * as fc from "fast-check";
import { expect, test } from "vitest";
import { minorBounds } from "./amount-bounds.ts";
import { Column } from "./column.ts";
import { matcherOf, readFilter } from "./match-visits.ts";
import { findVisits } from "./find-visits.ts";
import { compareKeys, keyOf } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import { anyFilter, anyOrder, anyRow, few, orNot } from "./test-any-visits.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import { VisitColumns } from "./visit-columns.ts";
import type { VisitTable } from "./visit-tables.ts";

/** What `findVisits` finds, with the sums, which a tally hides from a comparison. */
function found(...request: Parameters<typeof findVisits>) {
  const { tally, first } = findVisits(...request);
  return { ...tally.found(), first };
}

const done = anyRow(["charged", "closed"]).map((row) => ({
  ...row,
  taken_by: null,
  taken_until: 0,
  snoozed_until: 0,
}));
const open = anyRow(["withheld", "refused"]);

test.each([
  ["open", open],
  ["done", done],
] as const)(
  "%s visits are found, summed and ordered as their rows",
  (_name, row: fc.Arbitrary<VisitTable>) => {
    const anyStep = fc.oneof({ weight: 5, arbitrary: row }, few(2));
    const practices = orNot(fc.uniqueArray(few(9), { minLength: 1 }));
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60 }),
        anyFilter,
        anyOrder,
        fc.record({ behind: orNot(fc.nat(30)), seen: practices }),
        (steps, given, order, { behind, seen = [] }) => {
          // Blocks so small that there are many.
          const columns = new VisitColumns(4);
          const kept = new Map<string, VisitTable>();
          for (const step of steps) {
            if (typeof step === "string") {
              columns.remove(step);
              kept.delete(step);
            } else {
              columns.put(step);
              kept.set(step.visit_id, step);
            }
          }
          expect(columns.count).toBe(kept.size);
          const filter = readFilter(given, { practices: seen }, now);
          const named = new Set([buildGuid(2, 5)]);
          const rows = [...kept.values()].filter(matcherOf(filter, now, named));
          expect(rows.every((each) => seen.length === 0 || seen.includes(each.practice_id))).toBe(true);
          const { waitingFrom = 0, waitingTo = Infinity } = given;
          const days = (each: VisitTable) => Math.floor((now - each.first_received_at) / 86_400_000);
          if (given.waitingFrom !== undefined || given.waitingTo !== undefined)
            expect(rows.every((each) => days(each) >= waitingFrom && days(each) <= waitingTo)).toBe(true);
          const tally = new Tally();
          for (const each of rows) tally.add(each);
          const criteria = { filter, now, named };
          expect(found(columns, criteria)).toEqual({ ...tally.found(), first: [] });
          const keys = rows.map((each) => keyOf(each, order)).toSorted((a, b) => compareKeys(a, b, order));
          const at = behind === undefined ? undefined : kept.get(buildGuid(2, behind));
          const after = at && keyOf(at, order);
          const expected = keys.filter((key) => !after || compareKeys(key, after, order) > 0);
          // Twice, since totals are cached by filter.
          for (const limit of [1, 3, 50, 50]) {
            const page = found(columns, criteria, { ...order, after, limit });
            expect(page).toEqual({ ...tally.found(), first: expected.slice(0, limit) });
          }
        },
      ),
      { numRuns: 600 },
    );
  },
);

const most = 1500;
const seldom = <T>(some: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, some);
const dayAt = (n: number) => `2026-11-${10 + ((n * 7) % 20)}`;
const instantAt = (n: number) => new Date(now - (most - n) * 60_000).toISOString().slice(0, 19);

test.each([
  ["open", open],
  ["done", done],
] as const)("many %s visits are summed while some change", (_name, row) => {
  const change = fc.record({ n: fc.nat(most + 20), isRemoved: fc.boolean(), isOther: fc.boolean() });
  const filters = fc.record({
    given: fc.record({
      states: fc.constant(["withheld", "refused", "charged", "closed"] as const),
      practiceId: orNot(few(9)),
      receivedFrom: orNot(fc.nat(most).map(instantAt)),
      from: seldom(fc.nat(20).map(dayAt)),
      to: seldom(fc.nat(20).map(dayAt)),
      amountFrom: seldom(fc.constantFrom(0, 50)),
      text: seldom(fc.constantFrom("pap", "nothing")),
    }),
    changes: fc.array(change, { maxLength: 6 }),
    order: anyOrder,
  });
  fc.assert(
    fc.property(row, row, fc.array(filters, { minLength: 5, maxLength: 9 }), (usual, other, steps) => {
      // More blocks than are summed together, in order of time; few kinds, one of them rare.
      const columns = new VisitColumns(16);
      const kept = new Map<string, VisitTable>();
      const keep = (n: number, isOther: boolean) => {
        const visit_id = buildGuid(2, n);
        const received_at = now - (most - n) * 60_000;
        const each = { ...(isOther ? other : usual), visit_id, received_at, service_date: dayAt(n) };
        columns.put(each);
        kept.set(visit_id, each);
      };
      for (let n = 0; n < most; n += 1) keep(n, n % 11 === 0);
      const named = new Set<string>();
      for (const { given, changes, order } of steps) {
        const criteria = {
          filter: readFilter({ ...given, states: [...given.states] }, { practices: [] }, now),
          now,
          named,
        };
        const rows = [...kept.values()].filter(matcherOf(criteria.filter, now, named));
        const tally = new Tally();
        for (const each of rows) tally.add(each);
        expect(found(columns, criteria)).toEqual({ ...tally.found(), first: [] });
        const keys = rows.map((each) => keyOf(each, order)).toSorted((a, b) => compareKeys(a, b, order));
        const page = { ...order, after: undefined, limit: 9 };
        expect(found(columns, criteria, page)).toEqual({ ...tally.found(), first: keys.slice(0, 9) });
        for (const { n, isRemoved, isOther } of changes) {
          if (isRemoved) columns.remove(buildGuid(2, n));
          if (isRemoved) kept.delete(buildGuid(2, n));
          else keep(n, isOther);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("sums within bounds are those of the rows", () => {
  const columns = new VisitColumns(16);
  const [row] = fc.sample(done, 1);
  if (!row) throw new Error("no row");
  const rows = Array.from({ length: most }, (_, n) => ({
    ...row,
    visit_id: buildGuid(2, n),
    state: "charged" as const,
    is_open: 0,
    practice_id: buildGuid(9, n % 2),
    payers: buildGuid(5, n % 3),
    currency: "USD",
    amount_minor: (n * 7919) % 5000,
    received_at: now - (most - n) * 60_000,
    service_date: dayAt(n),
  }));
  for (const each of rows) columns.put(each);
  const filters = fc.record({
    practiceId: seldom(fc.nat(2).map((n) => buildGuid(9, n))),
    payerId: seldom(fc.nat(3).map((n) => buildGuid(5, n))),
    receivedFrom: seldom(fc.nat(most).map(instantAt)),
    from: seldom(fc.nat(20).map(dayAt)),
    to: seldom(fc.nat(20).map(dayAt)),
    amountFrom: seldom(fc.nat(50)),
    amountTo: seldom(fc.nat(50)),
  });
  fc.assert(
    fc.property(filters, (given) => {
      const filter = readFilter({ ...given, states: ["charged"] }, { practices: [] }, now);
      const tally = new Tally();
      for (const each of rows.filter(matcherOf(filter, now, new Set()))) tally.add(each);
      expect(found(columns, { filter, now, named: new Set() })).toEqual({ ...tally.found(), first: [] });
    }),
    { numRuns: 300 },
  );
});

test("ids are found among many, also after others went", () => {
  const columns = new VisitColumns();
  const [row] = fc.sample(done, 1);
  if (!row) throw new Error("no row");
  const ids = Array.from({ length: 20_000 }, (_, n) => buildGuid(2, n * 7919));
  for (const visit_id of ids) columns.put({ ...row, visit_id });
  for (const visit_id of ids) columns.put({ ...row, visit_id });
  expect(columns.count).toBe(ids.length);
  for (const visit_id of ids.slice(0, 15_000)) columns.remove(visit_id);
  for (const visit_id of ids.slice(10_000)) columns.put({ ...row, visit_id });
  expect(columns.count).toBe(10_000);
  expect(columns.kinds.visits).toEqual([10_000]);
});

test("a column gives back every number it was given", () => {
  const value = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.nat(3), fc.constant(0));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(7), value), { maxLength: 20 }), (steps) => {
      const column = new Column(8);
      const kept = new Map<number, number>();
      for (const [place, each] of steps) {
        column.set(place, each);
        kept.set(place, each);
        expect([...kept].map(([at]) => column.at(at))).toEqual([...kept.values()]);
        expect(column.least <= each && column.most >= each).toBe(true);
      }
    }),
  );
});

test("bounds in minor units hold what the major ones do", () => {
  const bound = fc.option(
    fc.oneof(
      fc.double({ noNaN: true }),
      fc.integer().map((n) => n / 100),
    ),
    {
      nil: undefined,
    },
  );
  fc.assert(
    fc.property(
      bound,
      bound,
      fc.maxSafeInteger(),
      fc.constantFrom("USD", "JPY", "KWD"),
      (from, to, any, currency) => {
        const scale = { USD: 100, JPY: 1, KWD: 1000 }[currency] ?? 1;
        const bounds = minorBounds({ from, to }, currency);
        for (const near of [any, Math.round((from ?? 0) * scale), Math.round((to ?? 0) * scale)])
          for (const minor of [near - 1, near, near + 1].filter((each) => Number.isSafeInteger(each)))
            expect(minor >= bounds.from && minor <= bounds.to).toBe(
              (from === undefined || minor / scale >= from) && (to === undefined || minor / scale <= to),
            );
      },
    ),
    { numRuns: 1000 },
  );
});
