import * as fc from "fast-check";
import { expect, test } from "vitest";
import { matcherOf, readFilter } from "./match-visits.ts";
import { OpenColumns } from "./open-columns.ts";
import { firstOf, placesOf, tallyOf } from "./search-open.ts";
import { compareKeys, keyOf } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import { anyFilter, anyOrder, anyRow, few, orNot } from "./test-any-visits.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import type { VisitTable } from "./visit-tables.ts";

test("columns find, count, sum and order as the rows would", () => {
  const anyStep = fc.oneof({ weight: 5, arbitrary: anyRow(["withheld", "refused"]) }, few(2));
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 40 }),
      anyFilter,
      anyOrder,
      orNot(fc.nat(30)),
      (steps, given, order, behind) => {
        const columns = new OpenColumns();
        const kept = new Map<string, VisitTable>();
        for (const step of steps) {
          if (typeof step === "string") {
            columns.remove(step);
            kept.delete(step);
          } else {
            columns.put({ ...step });
            kept.set(step.visit_id, step);
          }
        }
        const filter = readFilter(given, { practices: [] }, now);
        const named = new Set([buildGuid(2, 5)]);
        const test = matcherOf(filter, now, named);
        const { waitingFrom = 0, waitingTo = Infinity } = given;
        const days = (row: VisitTable) => Math.floor((now - row.first_received_at) / 86_400_000);
        const rows = [...kept.values()].filter(test);
        if (given.waitingFrom !== undefined || given.waitingTo !== undefined)
          expect(rows.every((row) => days(row) >= waitingFrom && days(row) <= waitingTo)).toBe(true);
        const places = placesOf(columns, { filter, now, named });
        const idsOf = (some: readonly VisitTable[]) => some.map((row) => row.visit_id);
        expect(idsOf([...places].flatMap((place) => columns.rows[place] ?? [])).toSorted()).toEqual(
          idsOf(rows).toSorted(),
        );
        const tally = new Tally();
        for (const row of rows) tally.add(row);
        expect(tallyOf(columns, places).found()).toEqual(tally.found());
        const sorted = rows.toSorted((a, b) => compareKeys(keyOf(a, order), keyOf(b, order), order));
        const at = behind === undefined ? undefined : kept.get(buildGuid(2, behind));
        const after = at && keyOf(at, order);
        const expected = sorted.filter((row) => !after || compareKeys(keyOf(row, order), after, order) > 0);
        for (const limit of [1, 3, 50])
          expect(idsOf(firstOf(columns, places, { ...order, after, limit }))).toEqual(
            idsOf(expected.slice(0, limit)),
          );
      },
    ),
    { numRuns: 400 },
  );
});
