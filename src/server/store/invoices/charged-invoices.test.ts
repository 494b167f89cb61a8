import { expect, test } from "vitest";
import { everyInvoice, type FigureScope } from "#room/server/store/figures/figure-scope.ts";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import {
  buildGuid,
  chargeOf,
  practices,
  startOfTests,
  viewer,
} from "#room/server/store/visits/test-visits.ts";
import { endedBy, endInvoice } from "./invoice-queries.ts";

const scope = { ...everyInvoice, from: "2026-11-02", to: "2026-11-04", clocks: [] };

async function read(store: Store, asked: Partial<FigureScope> = {}) {
  const found = [];
  for await (const some of store.chargedInvoices({ ...scope, ...asked })) found.push(some);
  return found;
}

const numbersOf = async (store: Store, asked: Partial<FigureScope> = {}) =>
  (await read(store, asked)).flat().map(({ invoice_number }) => invoice_number);

describeOnBothEngines(
  "charged invoices",
  (stores) => {
    test("are read day by day, both days included", async () => {
      const store = await stores.open();
      // Days before, in and after the scope, in no order.
      const after = [2, 0, -1, 3, 1, 0];
      for (const [at, days] of after.entries())
        await store.events.take(chargeOf(at + 1, at + 1, { receivedAt: startOfTests + days * 86_400_000 }));
      const found = await read(store);
      expect(found.map((some) => some.map(({ invoice_number }) => invoice_number))).toEqual([
        [2, 6],
        [5],
        [1],
      ]);
      expect(found[0]?.[0]).toMatchObject({
        event_id: buildGuid(1, 2),
        total_minor: 10_002,
        lines: (await store.events.invoiceOf(buildGuid(2, 2)))?.lines,
      });
      expect(await numbersOf(store, { from: "2026-11-05", to: "2026-11-04" })).toEqual([]);
      expect(await numbersOf(store, { from: "2026-11-03", to: "2026-11-03" })).toEqual([5]);
      // By their dates of service, which follow the events' numbers.
      expect(await numbersOf(store, { dateOf: "service" })).toEqual([1, 2, 3]);
    });

    test("end once", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      const [first, second] = [buildGuid(6, 1), buildGuid(6, 2)];
      const voided = { kind: "void", eventId: first, invoiceNumber: 1, reason: "Twice" } as const;
      await store.visits.change(buildGuid(2, 1), voided, viewer("lee"), startOfTests + 1);
      const [ended] = await endedBy(store.db, [first, second]);
      expect(ended).toMatchObject({ invoice_number: 1, end_event_id: first });
      const reason = ended?.end_reason;
      if (!reason) return;
      const again = { invoiceNumber: 1, replacedBy: null, at: startOfTests, by: "lee", eventId: second };
      await expect(endInvoice(store.db, { ...again, reason })).rejects.toThrow("did not stand");
      expect(await endedBy(store.db, [second])).toEqual([]);
    });

    test("include what no longer stands, of the practices asked for", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      await store.events.take(chargeOf(2, 2, { practice: practices[1] }));
      const correction = { replaces: 1, reason: "Wrong level", changed: "charges[0].cpt" };
      await store.events.take(chargeOf(3, 1, { receivedFrom: "lee", correction }));
      const voided = {
        kind: "void",
        eventId: buildGuid(6, 1),
        invoiceNumber: 2,
        reason: "Twice",
      } as const;
      await store.visits.change(buildGuid(2, 2), voided, viewer("lee"), startOfTests);
      expect(await numbersOf(store)).toEqual([1, 2, 3]);
      expect(await numbersOf(store, { practices: new Set([practices[1]]) })).toEqual([2]);
      expect(await numbersOf(store, { person: "lee" })).toEqual([3]);
    });

    test("have one state, though some are replaced meanwhile", async () => {
      const store = await stores.open();
      const at = startOfTests + 86_400_000;
      const correct = (event: number, replaces: number) =>
        store.events.take(
          chargeOf(event, replaces, { at, correction: { replaces, reason: "Level", changed: "" } }),
        );
      for (const visit of [1, 2]) await store.events.take(chargeOf(visit, visit));
      await store.events.take(chargeOf(3, 3, { at }));
      await correct(4, 2);
      const found = [];
      for await (const some of store.chargedInvoices(scope)) {
        found.push(...some.map((each) => [each.invoice_number, each.ended_at === null, each.replaced_by]));
        if (found.length === 2)
          for (const [event, replaces] of [[5, 1] as const, [6, 3] as const]) await correct(event, replaces);
      }
      expect(found).toEqual([
        [1, true, null],
        [2, false, 4],
        [3, true, null],
        [4, true, null],
      ]);
    });

    test("of one day come a few hundred at a time", async () => {
      const store = await stores.open();
      const many = Array.from({ length: 305 }, (_, index) => chargeOf(index + 1, index + 1));
      await Promise.all(many.map((charge) => store.events.take(charge)));
      const found = await read(store);
      expect(found.map((some) => some.length)).toEqual([300, 5]);
      expect(found.flat().map(({ invoice_number }) => invoice_number)).toEqual(many.map((_, at) => at + 1));
    });
  },
  { alsoUnderKey: true },
);
