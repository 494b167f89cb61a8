import { expect, test } from "vitest";
import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { itemsOf } from "#room/server/store/invoices/event-items.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { chargeOf, practices, startOfTests, viewer } from "#room/server/store/visits/test-visits.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { everyInvoice } from "./figure-scope.ts";

const day = "2026-11-02";
const request = {
  scope: { ...everyInvoice, from: day, to: day, clocks: [] },
  practiceId: "",
  wanted: sheetBy.options,
};

const payment = (payerId: string, amount: number) => ({
  paymentType: "Check",
  paymentCategory: "Copay",
  payerId,
  amount: { currency: "USD", amount },
});

describeOnBothEngines("a closed day", (stores) => {
  // Requests take their instant before their turn, and processes have clocks of their own.
  test.each([
    ["before", 1000],
    ["before", 0],
    ["before", -1000],
    ["after", 1000],
    ["after", 0],
    ["after", -1000],
  ])("tells as late what ended %s, %d ms ahead", async (order, ahead) => {
    const store = await stores.open();
    for (const visit of [1, 2, 3]) await store.events.take(chargeOf(visit, visit));
    const closedAt = startOfTests + 5000;
    const at = closedAt + ahead;
    const end = async () => {
      const reason = "Charged twice";
      const action = { kind: "void", eventId: buildGuid(6, 1), invoiceNumber: 1, reason } as const;
      await store.visits.change(buildGuid(2, 1), action, viewer("lee"), at);
      const correction = { replaces: 2, reason: "Wrong level", changed: "" };
      await store.events.take(chargeOf(4, 2, { at, correction }));
    };
    const yesterday = { day: "2026-11-01", practiceId: "", by: "lee", now: closedAt - 2 };
    await store.daySheets.close(yesterday, async () => "{}");
    if (order === "before") await end();
    await store.daySheets.close({ day, practiceId: "", by: "lee", now: closedAt }, async (sheet) =>
      JSON.stringify((await sheet(request)).figures.all),
    );
    if (order === "after") await end();
    const { late, figures } = await store.daySheets.sheet(request);
    expect(late.invoices.map((each) => each.invoice_number)).toEqual(order === "after" ? [1, 2, 4] : []);
    expect(figures.all).toMatchObject([{ charged: 10_003 + 10_004 }]);
  });

  test.each([
    ["its practice", ["pat", "lee"]],
    ["all", ["lee", "pat"]],
  ])("is a practice’s own, closed first for %s", async (_, order) => {
    const store = await stores.open();
    const [own, another] = practices;
    for (const [at, by] of order.entries()) {
      await store.events.take(chargeOf(at + 1, at + 1));
      const practiceId = by === "pat" ? own : "";
      const now = startOfTests + 1000 * (at + 1);
      await store.daySheets.close({ day, practiceId, by, now }, async () => "{}");
    }
    await store.daySheets.close(
      { day: "2026-11-01", practiceId: own, by: "pat", now: startOfTests + 9000 },
      async () => "{}",
    );
    const closedBy = async (practiceId: string) =>
      (await store.daySheets.sheet({ ...request, practiceId })).closing?.by;
    expect([await closedBy(own), await closedBy(another), await closedBy("")]).toEqual(["pat", "lee", "lee"]);
    const days = ["2026-11-01", day, "2026-11-03"];
    expect(await store.daySheets.closedAmong(days, own)).toEqual(["2026-11-01", day]);
    expect(await store.daySheets.closedAmong(days, another)).toEqual([day]);
    expect(await store.daySheets.closedAmong(days, "")).toEqual([day]);
  });

  test("tells what payers paid who are billed nothing", async () => {
    const store = await stores.open();
    const [billed, other] = [buildGuid(5, 1), buildGuid(5, 9)];
    const { visitCharged } = chargeOf(1, 1).event;
    const paid = { ...visitCharged, payments: [payment(billed, 20), payment(other, 5)] };
    const invoice = { currency: "USD", totalMinor: 10_001, paidMinor: 2500, ...itemsOf(paid) };
    await store.events.take(chargeOf(1, 1, { invoice }));
    const { figures, late } = await store.daySheets.sheet(request);
    // The day is not closed.
    expect(late).toEqual({ sums: [], invoices: [] });
    expect(figures.payer).toMatchObject([
      { id: billed, charged: 10_001, paid: 2000 },
      { id: other, visits: 0, charged: 0, paid: 500 },
    ]);
    const scope = { ...request.scope, payerId: billed };
    const ofOne = await store.daySheets.sheet({ ...request, scope, wanted: ["code"] });
    expect(ofOne.figures.all).toMatchObject([{ charged: 10_001, paid: 2000 }]);
    expect(ofOne.figures.payer).toEqual([]);
  });

  test("and a clock are not changed at once", async () => {
    const store = await stores.open();
    const entries = [{ kind: "practice" as const, id: buildGuid(9, 1), name: "West" }];
    for (const after of [0, 1, 2]) {
      const closedDays = await store.daySheets.countClosed();
      const close = () =>
        store.daySheets.close(
          { day: `2026-11-0${after + 1}`, practiceId: "", by: "lee", now: 1, directory: after },
          async () => "{}",
        );
      const save = () => store.directory.save({ entries, removed: [] }, { after, closedDays });
      const begun = after === 1 ? [save(), close()] : [close(), save()];
      const done = (await Promise.allSettled(begun)).filter(
        (each) => each.status === "fulfilled" && each.value !== undefined,
      );
      expect(done).toHaveLength(1);
      if ((await store.directory.version()) === after)
        await store.directory.save({ entries, removed: [] }, { after });
    }
  });
});
