import * as fc from "fast-check";
import { rarely } from "#room/testing/rarely.ts";
import { visitState } from "#room/contract/schemas/visit.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import { reasonKey } from "./apply-event.ts";
import type { VisitTable } from "./visit-tables.ts";

export const few = (kind: number) => fc.nat(2).map((index) => buildGuid(kind, index));
const day = fc.constantFrom("", "2026-10-31", "2026-11-01", "2026-11-02");
const when = fc.constantFrom(now - 200_000_000, now - 86_400_000, now - 1000, now, now + 1000);
const reason = fc.constantFrom("", "Papers missing", "papers missing", "Modifier 25", "Äpfel", "！", "😀");
const currency = fc.constantFrom("USD", "JPY", "");

export function anyRow(states: readonly VisitTable["state"][]): fc.Arbitrary<VisitTable> {
  return (
    fc
      .record({
        visit_id: fc.nat(30).map((index) => buildGuid(2, index)),
        event_id: few(1),
        practice_id: few(9),
        state: fc.constantFrom(...states),
        is_open: fc.constant(states.includes("charged") ? 0 : 1),
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
        corrections: fc.constant(0),
        change_number: fc.nat(),
      })
      // Makes state and is_open agree, which independent generators do not.
      .map((row) => ({
        ...row,
        reason_key: reasonKey(row.reason),
        held_reasons: row.line_count === 0 ? "" : JSON.stringify(["Äpfel", row.reason || "Papers missing"]),
        held_rules: row.note_count === 0 ? "" : '["other","NCCI"]',
      }))
  );
}

export const orNot = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const at = when.map((ms) => new Date(ms).toISOString().slice(0, 19));
const sometimes = <T>(some: fc.Arbitrary<T>) => rarely(some, 9);
export const anyFilter = fc.record({
  states: sometimes(fc.subarray(visitState.options).map((some) => [...some])),
  reason: sometimes(reason),
  practiceId: sometimes(few(9)),
  payerId: sometimes(few(5)),
  providerId: sometimes(few(4)),
  rule: sometimes(fc.constantFrom("NCCI", "other")),
  wasHeld: sometimes(fc.boolean()),
  takenBy: sometimes(fc.constantFrom("CASEY", "robin")),
  isFree: sometimes(fc.boolean()),
  isSnoozed: sometimes(fc.boolean()),
  from: sometimes(day),
  to: sometimes(day),
  receivedFrom: sometimes(at),
  receivedTo: sometimes(at),
  firstReceivedFrom: sometimes(at),
  firstReceivedTo: sometimes(at),
  waitingFrom: sometimes(fc.nat(3)),
  waitingTo: sometimes(fc.nat(3)),
  amountFrom: sometimes(fc.constantFrom(0, 50, 100)),
  amountTo: sometimes(fc.constantFrom(50, 100, 5000)),
  text: sometimes(fc.constantFrom("pap", "mod 25", "apfel", "nothing")),
  visitIds: sometimes(fc.subarray([0, 1, 2, 3].map((index) => buildGuid(2, index)))),
});
export const anyOrder = fc.record({
  sort: fc.constantFrom("age", "need", "amount", "received", "serviceDate", "reason"),
  isDescending: fc.boolean(),
});
