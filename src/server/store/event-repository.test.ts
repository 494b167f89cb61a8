import * as fc from "fast-check";
import type { ChargeRecord } from "./charge-record.ts";
import { expect, test } from "vitest";
import { itemsOf } from "./invoices/event-items.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { describeOnBothEngines } from "./test-stores.ts";

function recordOf(eventIndex: number, visitIndex: number, changes: Partial<ChargeRecord> = {}): ChargeRecord {
  const event = { ...buildEvent(), eventId: buildGuid(1, eventIndex) };
  return {
    eventId: buildGuid(1, eventIndex),
    visitId: buildGuid(2, visitIndex),
    practiceId: buildGuid(5, 1),
    event,
    invoice: { currency: "USD", totalMinor: 10_000, paidMinor: 250, ...itemsOf(event.visitCharged) },
    withholdReason: undefined,
    receivedAt: Date.parse("2026-11-02T09:15:00Z"),
    receivedFrom: "casey",
    ...changes,
  };
}

describeOnBothEngines(
  "charged events",
  (stores) => {
    test("refuse an eventId with other content, keeping the first", async () => {
      const { events } = await stores.open();
      expect(await events.take(recordOf(1, 1))).toMatchObject({ kind: "charged", invoiceNumber: 1 });
      const other = recordOf(1, 2);
      const changed = { ...other, event: { ...other.event, unknownMember: "new" } };
      expect(await events.take(changed)).toEqual({ kind: "event-id-reused" });
      expect(await events.invoiceOf(buildGuid(2, 2))).toBeUndefined();
      expect(await events.countInvoices()).toBe(1);
    });

    test("refuse another event for an invoiced visit", async () => {
      const { events } = await stores.open();
      await events.take(recordOf(1, 1));
      expect(await events.take(recordOf(2, 1))).toEqual({ kind: "visit-already-invoiced" });
      expect(await events.take(recordOf(3, 1, { invoice: undefined }))).toEqual({
        kind: "visit-already-invoiced",
      });
      expect(await events.countEvents()).toBe(1);
    });

    test("take the same content in another spelling as the same", async () => {
      const { events } = await stores.open();
      const first = recordOf(1, 1);
      await events.take(first);
      const { audit, visitCharged, eventId } = first.event;
      const spelled = {
        newMember: null,
        audit: Object.fromEntries(Object.entries(audit).reverse()),
        visitCharged: { ...visitCharged, visitId: `{${hyphens(visitCharged.visitId).toUpperCase()}}` },
        eventId: eventId.toUpperCase(),
      };
      expect(await events.take({ ...first, event: spelled })).toMatchObject({ kind: "charged" });
      expect(await events.countEvents()).toBe(1);
    });

    test("charge a visit later when its first event was withheld", async () => {
      const { events } = await stores.open();
      const withheld = recordOf(1, 1, {
        invoice: undefined,
        withholdReason: "Half a pair \uD800 and \0 too",
      });
      expect(await events.take(withheld)).toEqual({ kind: "withheld" });
      expect(await events.take(recordOf(2, 1))).toMatchObject({ kind: "charged" });
      expect(await events.take(withheld)).toEqual({ kind: "withheld" });
      expect(await events.invoiceOf(buildGuid(2, 1))).toMatchObject({ eventId: buildGuid(1, 2) });
    });

    test("make one invoice of 200 identical events at once", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : two).events.take(recordOf(1, 1))),
      );
      expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(["charged"]));
      expect(await one.events.countInvoices()).toBe(1);
      expect(await two.events.countEvents()).toBe(1);
    });

    test("let one of many different events for a visit win", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 === 0 ? one : two).events.take(recordOf(index, 1)),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.kind === "charged")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.kind === "visit-already-invoiced")).toHaveLength(59);
      expect(await one.events.countEvents()).toBe(1);
    });

    test("number invoices without a gap over two processes' stores", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const outcomes = await Promise.all(
        Array.from({ length: 150 }, (_, index) =>
          (index % 2 === 0 ? one : two).events.take(
            recordOf(index, index, index % 3 === 0 ? { invoice: undefined } : {}),
          ),
        ),
      );
      const numbers = outcomes.flatMap((outcome) =>
        outcome.kind === "charged" ? [outcome.invoiceNumber ?? 0] : [],
      );
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    });

    test("keep the others when one of a batch fails", async () => {
      const { events } = await stores.open();
      // A value that neither engine accepts, to simulate a failure of one row.
      const broken = recordOf(7, 7, { receivedAt: Number.NaN });
      const results = await Promise.allSettled([
        events.take(recordOf(1, 1)),
        events.take(broken),
        events.take(recordOf(2, 2)),
      ]);
      expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await events.countInvoices()).toBe(2);
    });

    test("answer alike for any order and repetition of events", async () => {
      const { events } = await stores.open();
      let run = 0;
      const step = fc.record({ event: fc.nat(3), visit: fc.nat(1), charge: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          run += 1000;
          const records = steps.map(({ event, visit, charge }) => {
            const record = recordOf(run + event, run + visit, charge ? {} : { invoice: undefined });
            // The content names its visit and audit, as a real event does.
            return { ...record, event: { ...record.event, visit, charge } };
          });
          const outcomes = await Promise.all(records.map((record) => events.take(record)));
          // The model: one after another.
          const known = new Map<string, { content: string; kind: string }>();
          const invoiced = new Set<string>();
          const expected = records.map((record) => {
            const content = JSON.stringify(record.event);
            const before = known.get(record.eventId);
            if (before) return before.content === content ? before.kind : "event-id-reused";
            if (invoiced.has(record.visitId)) return "visit-already-invoiced";
            const kind = record.invoice ? "charged" : "withheld";
            known.set(record.eventId, { content, kind });
            if (record.invoice) invoiced.add(record.visitId);
            return kind;
          });
          expect(await events.countInvoices()).toBeGreaterThanOrEqual(invoiced.size);
          expect(outcomes.map((outcome) => outcome.kind)).toEqual(expected);
        }),
        { numRuns: 40 },
      );
    });
  },
  { alsoUnderKey: true },
);

function hyphens(guid: string): string {
  const cuts = [0, 8, 12, 16, 20] as const;
  return cuts.map((start, index) => guid.slice(start, cuts[index + 1] ?? 32)).join("-");
}
