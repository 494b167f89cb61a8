import * as fc from "fast-check";
import { expect, test } from "vitest";
import { matcherOf, readFilter } from "./match-visits.ts";
import { OpenColumns } from "./open-columns.ts";
import { firstOf, placesOf, tallyOf } from "./search-open.ts";
import { compareKeys, keyOf } from "./sort-visits.ts";
import { Tally } from "./tally.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import { reasonKey } from "./visit-after.ts";
import type { VisitTable } from "./visit-tables.ts";

const few = (kind: number) => fc.nat(2).map((index) => buildGuid(kind, index));
const day = fc.constantFrom("", "2026-10-31", "2026-11-01", "2026-11-02");
const when = fc.constantFrom(now - 200_000_000, now - 86_400_000, now - 1000, now, now + 1000);
const reason = fc.constantFrom("", "Papers missing", "papers missing", "Modifier 25", "Äpfel");
const currency = fc.constantFrom("USD", "JPY", "");

const anyRow: fc.Arbitrary<VisitTable> = fc
  .record({
    visit_id: fc.nat(30).map((index) => buildGuid(2, index)),
    event_id: few(1),
    practice_id: few(9),
    state: fc.constantFrom("withheld", "refused"),
    is_open: fc.constant(1),
    was_open: fc.constant(1),
    reason,
    currency,
    amount_minor: fc.nat(3).map((n) => n * 5000),
    line_count: fc.nat(3),
    service_date: day,
    payers: fc.array(few(5), { maxLength: 2 }).map((ids) => ids.join(" ")),
    providers: few(4),
    rules: fc.constantFrom("", '["NCCI"]'),
    received_at: when,
    first_received_at: when,
    taken_by: fc.constantFrom("casey", "Robin"),
    taken_at: fc.constant(0),
    taken_until: fc.constantFrom(0, now, now + 60_000),
    snoozed_until: fc.constantFrom(0, now, now + 60_000),
    note_count: fc.nat(1),
    event_count: fc.constant(1),
    invoice_number: fc.constant(null),
    change_number: fc.nat(),
  })
  .map((row) => ({ ...row, reason_key: reasonKey(row.reason) }) as VisitTable);

const orNot = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const instant = orNot(when.map((ms) => new Date(ms).toISOString().slice(0, 19)));
const anyFilter = fc.record({
  states: orNot(fc.subarray(["withheld", "refused", "charged"] as const).map((some) => [...some])),
  reason: orNot(reason),
  practiceId: orNot(few(9)),
  payerId: orNot(few(5)),
  providerId: orNot(few(4)),
  rule: orNot(fc.constantFrom("NCCI", "other")),
  takenBy: orNot(fc.constantFrom("CASEY", "robin")),
  isFree: orNot(fc.boolean()),
  isSnoozed: orNot(fc.boolean()),
  from: orNot(day),
  to: orNot(day),
  receivedFrom: instant,
  receivedTo: instant,
  firstReceivedFrom: instant,
  firstReceivedTo: instant,
  waitingFrom: orNot(fc.nat(3)),
  waitingTo: orNot(fc.nat(3)),
  amountFrom: orNot(fc.constantFrom(0, 50, 100)),
  amountTo: orNot(fc.constantFrom(50, 100, 5000)),
  text: orNot(fc.constantFrom("pap", "mod 25", "apfel", "nothing")),
  visitIds: orNot(fc.subarray([0, 1, 2, 3].map((index) => buildGuid(2, index)))),
});
const anyOrder = fc.record({
  sort: fc.constantFrom("age", "need", "amount", "received", "serviceDate", "reason"),
  isDescending: fc.boolean(),
});

test("columns find, count, sum and order as the rows themselves would be, whatever came and went", () => {
  const anyStep = fc.oneof({ weight: 5, arbitrary: anyRow }, few(2));
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
