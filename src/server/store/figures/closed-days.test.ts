import { expect, test } from "vitest";
import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { chargeOf, startOfTests, viewer } from "#room/server/store/visits/test-visits.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { everyInvoice } from "./figure-scope.ts";

const day = "2026-11-02";
const request = {
  scope: { ...everyInvoice, from: day, to: day, clocks: [] },
  practiceId: "",
  wanted: sheetBy.options,
};

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
