import * as fc from "fast-check";
import { expect, test } from "vitest";
import { visitState } from "#room/contract/schemas/visit.ts";
import type { Invoice } from "#room/contract/schemas/invoice.ts";
import type { ChargeRecord } from "#room/server/store/charge-record.ts";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import {
  buildGuid,
  chargeOf,
  listOf,
  practices,
  startOfTests,
  viewer,
} from "#room/server/store/visits/test-visits.ts";

const lee = viewer("lee");
const visit = (index: number) => buildGuid(2, index);

/** An event that corrects what a visit was charged. */
function correctionOf(event: number, of: number, replaces: number, changes: Partial<ChargeRecord> = {}) {
  return chargeOf(event, of, {
    receivedFrom: "lee",
    correction: { replaces, reason: `Wrong level ${event}`, changed: "charges[0].cpt" },
    ...changes,
  });
}

function voidOf(id: number, invoiceNumber: number, reason = "Charged twice") {
  return { kind: "void", eventId: buildGuid(6, id), invoiceNumber, reason } as const;
}

const states = (all: readonly Pick<Invoice, "invoiceNumber" | "state">[]) =>
  all.map(({ invoiceNumber, state }) => [invoiceNumber, state]);

/** What stands, as whoever sums up reads it: by invoices, by their lines, and by the counts of visits. */
async function sumsOf({ db, visits }: Store) {
  const standing = db.selectFrom("invoice").where("ended_at", "is", null);
  const total = (value: string | number | bigint | null | undefined) => Number(value ?? 0);
  const { of } = await standing
    .select((build) => build.fn.sum("total_minor").as("of"))
    .executeTakeFirstOrThrow();
  const { lines } = await standing
    .innerJoin("invoice_line", "invoice_line.invoice_number", "invoice.invoice_number")
    .select((build) => build.fn.sum("amount_minor").as("lines"))
    .executeTakeFirstOrThrow();
  const order = { sort: "age", isDescending: false, after: undefined, limit: 1 } as const;
  const { found } = await visits.list({ filter: { states: ["charged"] }, ...order }, lee, startOfTests);
  return { invoices: total(of), lines: total(lines), visits: found.sums.get("USD") ?? 0 };
}

describeOnBothEngines(
  "invoices",
  (stores) => {
    test("are replaced by a correction; both stay", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      const corrected = correctionOf(2, 1, 1, { receivedAt: startOfTests + 5000 });
      expect(await store.events.take(corrected)).toEqual({ kind: "charged", invoiceNumber: 2 });
      const all = await store.events.invoicesOf(visit(1));
      expect(all).toMatchObject([
        { invoiceNumber: 1, state: "replaced", replacedBy: 2, endedBy: "lee", endReason: "Wrong level 2" },
        { invoiceNumber: 2, state: "standing", replaces: 1, createdBy: "lee", serviceDate: "2026-11-03" },
      ]);
      expect(await store.events.invoiceOf(visit(1))).toMatchObject({
        invoiceNumber: 2,
        lines: [{ cpt: "99213" }],
      });
      expect(await store.events.invoiceOf(visit(1), 1)).toMatchObject({ invoiceNumber: 1 });
      expect(await store.visits.find({ visitId: visit(1), eventId: "" })).toMatchObject({
        state: "charged",
        invoice_number: 2,
        corrections: 1,
        amount_minor: 10_002,
        received_at: startOfTests + 5000,
      });
      expect(await sumsOf(store)).toEqual({ invoices: 10_002, lines: 10_002, visits: 10_002 });
      expect(await store.visits.recount()).toEqual([]);
    });

    test("say their money, their payments and their end", async () => {
      const store = await stores.open();
      const usd = (amount: number) => ({ currency: "USD", amount });
      const payments = [
        { paymentType: "Cash", paymentCategory: "Copay", payerId: buildGuid(5, 9), amount: usd(20) },
        { amount: usd(5.25) },
      ];
      const { invoice, ...charge } = chargeOf(1, 1);
      if (!invoice) throw new Error("It is withheld");
      await store.events.take({ ...charge, invoice: { ...invoice, paidMinor: 2525, payments } });
      const money = { total: usd(100.01), paid: usd(25.25), balance: usd(74.76) };
      const standing = await store.events.invoiceOf(visit(1));
      expect(standing).toMatchObject({ ...money, payments });
      expect(standing).toMatchObject({ endedOn: undefined, voidedOn: undefined });
      expect(standing?.payments[1]).toEqual({ amount: usd(5.25) });

      await store.events.take(correctionOf(2, 1, 1));
      await store.visits.change(visit(1), voidOf(1, 2), lee, startOfTests + 1000);
      const endedOn = expect.stringContaining("2026-11-");
      expect(await store.events.invoicesOf(visit(1))).toMatchObject([
        { ...money, state: "replaced", endedOn, voidedOn: undefined },
        { state: "voided", endedOn, voidedOn: endedOn },
      ]);
      expect(await store.events.invoiceOf(visit(2))).toBeUndefined();
    });

    test("tell a visit's story with reasons and numbers", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      await store.events.take(correctionOf(2, 1, 1, { receivedAt: startOfTests + 1 }));
      await store.visits.change(visit(1), voidOf(1, 2), lee, startOfTests + 2);
      const row = await store.visits.find({ visitId: visit(1), eventId: "" });
      const story = row && (await store.visits.story(row, { eventId: "" }));
      expect(story?.events).toMatchObject([
        { outcome: "charged", invoiceNumber: 1 },
        { outcome: "corrected", invoiceNumber: 2, replaces: 1, reason: "Wrong level 2" },
      ]);
      expect(story?.actions).toEqual([
        { at: startOfTests + 2, done_by: "lee", deed: "voided", detail: "Charged twice" },
      ]);
      const text = async (words: string) =>
        (await store.visits.counts([{ text: words, states: visitState.options }], lee, startOfTests))[0]
          ?.total;
      expect([await text("charged twice"), await text("wrong level"), await text("other")]).toEqual([
        1, 1, 0,
      ]);
    });

    test("answer a repeated correction alike, and nothing else", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      const corrected = correctionOf(2, 1, 1);
      await store.events.take(corrected);
      await store.events.take(correctionOf(3, 1, 2));
      expect(await store.events.take(corrected)).toEqual({ kind: "charged", invoiceNumber: 2 });
      const reused = { kind: "event-id-reused" };
      const other = (changes: Partial<NonNullable<ChargeRecord["correction"]>>) =>
        store.events.take({
          ...corrected,
          correction: { replaces: 1, reason: "Wrong level 2", changed: "", ...changes },
        });
      expect(await other({ replaces: 3 })).toEqual(reused);
      expect(await other({ reason: "Another" })).toEqual(reused);
      expect(await store.events.take({ ...corrected, event: chargeOf(9, 1).event })).toEqual(reused);
      // A charge's own event corrects nothing.
      expect(await store.events.take({ ...correctionOf(1, 1, 3), event: chargeOf(1, 1).event })).toEqual(
        reused,
      );
      expect(await store.events.countInvoices()).toBe(3);
    });

    test("are replaced only while they stand, and where they are", async () => {
      const store = await stores.open();
      for (const index of [1, 2]) await store.events.take(chargeOf(index, index));
      const not = { kind: "not-standing" };
      expect(await store.events.take(correctionOf(3, 1, 2))).toEqual(not);
      expect(await store.events.take(correctionOf(3, 7, 1))).toEqual(not);
      await store.events.take(correctionOf(4, 1, 1));
      expect(await store.events.take(correctionOf(5, 1, 1))).toEqual(not);
      await store.visits.change(visit(1), voidOf(1, 3), lee, startOfTests);
      expect(await store.events.take(correctionOf(6, 1, 3))).toEqual(not);
      const theirs = correctionOf(6, 2, 2, { practices: [practices[1]] });
      expect(await store.events.take(theirs)).toEqual({ kind: "outside-practices" });
      expect(await store.events.countInvoices()).toBe(3);
    });

    test("are voided once, and the visit is never charged again", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      const change = (action: ReturnType<typeof voidOf>) =>
        store.visits.change(visit(1), action, lee, startOfTests);
      expect(await change(voidOf(1, 7))).toEqual({ kind: "not-standing" });
      expect(await change(voidOf(1, 1))).toMatchObject({
        kind: "done",
        visit: { state: "voided", reason: "Charged twice", invoice_number: 1 },
      });
      expect(await change(voidOf(1, 1))).toMatchObject({ kind: "done" });
      expect(await change(voidOf(1, 1, "Another"))).toEqual({ kind: "event-id-reused" });
      expect(await change(voidOf(2, 1))).toEqual({ kind: "not-standing" });
      expect(await store.events.take(chargeOf(2, 1))).toEqual({ kind: "visit-voided" });
      expect(await store.events.take(chargeOf(1, 1))).toMatchObject({ kind: "charged" });
      expect(await store.visits.change(visit(1), { kind: "reopen" }, lee, startOfTests)).toEqual({
        kind: "not-closed",
      });
      expect(await sumsOf(store)).toEqual({ invoices: 0, lines: 0, visits: 0 });
      const { visits } = await store.visits.list(listOf({ states: ["voided"] }), lee, startOfTests);
      expect(visits.map(({ visit_id }) => visit_id)).toEqual([visit(1)]);
      expect(await store.visits.recount()).toEqual([]);
    });

    test("know the id of a void from any other's", async () => {
      const store = await stores.open();
      for (const index of [1, 2]) await store.events.take(chargeOf(index, index));
      const change = (of: number, action: ReturnType<typeof voidOf>) =>
        store.visits.change(visit(of), action, lee, startOfTests);
      const reused = { kind: "event-id-reused" };
      expect(await change(1, { ...voidOf(1, 1), eventId: buildGuid(1, 2) })).toEqual(reused);
      const corrected = correctionOf(3, 1, 1);
      await store.events.take(corrected);
      const { eventId } = corrected;
      expect(await change(1, { ...voidOf(1, 1, "Wrong level 3"), eventId })).toEqual(reused);
      expect(await change(1, voidOf(1, 3))).toMatchObject({ kind: "done" });
      expect(await change(1, voidOf(1, 2))).toEqual(reused);
      expect(await change(2, voidOf(1, 3))).toEqual(reused);
      expect(await store.events.take(correctionOf(5, 2, 2, { eventId: buildGuid(6, 1) }))).toEqual(reused);
      expect(await store.events.take({ ...chargeOf(4, 4), eventId: buildGuid(6, 1) })).toEqual(reused);
      expect(await change(1, voidOf(1, 3))).toMatchObject({ kind: "done" });
    });

    test("have one winner of many corrections at once", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      await one.events.take(chargeOf(1, 1));
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, index) => {
          const store = index % 2 === 0 ? one : two;
          return index % 5 === 0
            ? store.visits.change(visit(1), voidOf(index, 1), lee, startOfTests)
            : store.events.take(correctionOf(10 + index, 1, 1));
        }),
      );
      const kinds = outcomes.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "not-standing")).toHaveLength(29);
      expect((await one.events.invoicesOf(visit(1))).filter(({ state }) => state === "standing").length).toBe(
        kinds.includes("done") ? 0 : 1,
      );
      expect(await two.visits.recount()).toEqual([]);
    });

    test("sum up to a plain model in any order", async () => {
      const url = await stores.fresh();
      const [one, two] = [await stores.open(url), await stores.open(url)];
      const step = fc.record({
        kind: fc.constantFrom("charge", "correct", "void", "repeat"),
        event: fc.nat(5),
        visit: fc.nat(1),
        /** Of the newest, or of one long replaced. */
        isStale: fc.boolean(),
        store: fc.constantFrom(one, two),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          run += 100;
          /** Of each visit: its invoices in order, the total of what stands. */
          const model = new Map<number, { numbers: number[]; stands: number | undefined }>();
          const done = new Map<string, () => Promise<{ kind: string }>>();
          for (const { kind, event, visit: of, isStale, store } of steps) {
            const index = run + of;
            const known = model.get(index) ?? { numbers: [], stands: undefined };
            model.set(index, known);
            const newest = known.numbers.at(isStale ? 0 : -1) ?? 999_999;
            const isNewest = known.stands !== undefined && newest === known.numbers.at(-1);
            const key = `${kind} ${event}`;
            if (kind === "repeat") {
              const again = [...done.values()][event];
              if (again) expect((await again()).kind).toMatch(/^(charged|done)$/);
              continue;
            }
            if (done.has(key)) continue;
            const record =
              kind === "charge"
                ? chargeOf(run + event, index)
                : correctionOf(run + 50 + event, index, newest);
            const act = () =>
              kind === "void"
                ? store.visits.change(visit(index), voidOf(run + event, newest), lee, startOfTests)
                : store.events.take(record);
            const outcome = await act();
            const isDone = kind === "charge" ? known.numbers.length === 0 : isNewest;
            const isKept = outcome.kind === "charged" || outcome.kind === "done";
            expect(isKept).toBe(isDone);
            if (!isDone) continue;
            done.set(key, act);
            known.stands = kind === "void" ? undefined : (record.invoice?.totalMinor ?? 0);
            if ("invoiceNumber" in outcome) known.numbers.push(outcome.invoiceNumber ?? 0);
          }
          for (const [index, { numbers, stands }] of model) {
            const all = await two.events.invoicesOf(visit(index));
            const last = stands === undefined ? "voided" : "standing";
            expect(states(all)).toEqual(
              numbers.map((number, at) => [number, at === numbers.length - 1 ? last : "replaced"]),
            );
            standing.set(index, stands ?? 0);
          }
          const sum = [...standing.values()].reduce((a, b) => a + b, 0);
          expect(await sumsOf(one)).toEqual({ invoices: sum, lines: sum, visits: sum });
        }),
        { numRuns: 25 },
      );
      expect(await one.visits.recount()).toEqual([]);
    }, 60_000);
    const standing = new Map<number, number>();
  },
  { alsoUnderKey: true },
);
