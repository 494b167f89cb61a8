import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DoneColumns } from "./done-columns.ts";
import { matcherOf, readFilter } from "./match-visits.ts";
import { findDone } from "./search-done.ts";
import { compareKeys, keyOf } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import { anyFilter, anyOrder, anyRow, few, orNot } from "./test-any-visits.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import type { VisitTable } from "./visit-tables.ts";

const done = anyRow(["charged", "closed"]).map((row) => ({
  ...row,
  taken_by: null,
  taken_until: 0,
  snoozed_until: 0,
}));

test("done visits are found, summed and ordered as their rows", () => {
  const anyStep = fc.oneof({ weight: 5, arbitrary: done }, few(2));
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 60 }),
      anyFilter,
      anyOrder,
      orNot(fc.nat(30)),
      (steps, { text: _text, visitIds: _ids, ...given }, wished, behind) => {
        // Blocks so small that there are many.
        const columns = new DoneColumns(4);
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
        const order = wished.sort === "need" ? { ...wished, sort: "age" as const } : wished;
        const filter = readFilter(given, { practices: [] }, now);
        const rows = [...kept.values()].filter(matcherOf(filter, now, new Set()));
        const tally = new Tally();
        for (const row of rows) tally.add(row);
        expect(findDone(columns, filter)).toEqual({ tally, first: [] });
        const keys = rows.map((row) => keyOf(row, order)).toSorted((a, b) => compareKeys(a, b, order));
        const at = behind === undefined ? undefined : kept.get(buildGuid(2, behind));
        const after = at && keyOf(at, order);
        const expected = keys.filter((key) => !after || compareKeys(key, after, order) > 0);
        for (const limit of [1, 3, 50]) {
          const found = findDone(columns, filter, { ...order, after, limit });
          expect(found).toEqual({ tally, first: expected.slice(0, limit) });
        }
      },
    ),
    { numRuns: 600 },
  );
});

test("ids are found among many, also after others went", () => {
  const columns = new DoneColumns();
  const [row] = fc.sample(done, 1);
  if (!row) throw new Error("no row");
  const ids = Array.from({ length: 20_000 }, (_, n) => buildGuid(2, n * 7919));
  for (const visit_id of ids) columns.put({ ...row, visit_id });
  for (const visit_id of ids) columns.put({ ...row, visit_id });
  expect(columns.count).toBe(ids.length);
  for (const visit_id of ids.slice(0, 15_000)) columns.remove(visit_id);
  for (const visit_id of ids.slice(10_000)) columns.put({ ...row, visit_id });
  expect(columns.count).toBe(10_000);
  expect(columns.kinds.map((kind) => kind.visits)).toEqual([10_000]);
});
