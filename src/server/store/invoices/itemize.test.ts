import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines, keyOfTests } from "#room/server/store/test-stores.ts";
import { chargeOf } from "#room/server/store/visits/test-visits.ts";
import { Vault } from "#room/server/vault/vault.ts";
import { itemsOf as linesOfEvent, itemizeInvoices } from "./event-items.ts";

/** What each invoice has besides its own row: lines, payments and the date of service. */
async function itemsOf({ db }: Store) {
  return {
    lines: await db.selectFrom("invoice_line").selectAll().orderBy("invoice_number").execute(),
    payments: await db.selectFrom("invoice_payment").selectAll().orderBy("invoice_number").execute(),
    dates: await db.selectFrom("invoice").select("service_date").orderBy("invoice_number").execute(),
  };
}

/** As an older version left them. */
async function leaveOut({ db }: Store): Promise<void> {
  for (const table of ["invoice_line", "invoice_payment"] as const) await db.deleteFrom(table).execute();
  await db.updateTable("invoice").set({ service_date: null }).execute();
}

describeOnBothEngines(
  "invoices without their lines",
  (stores) => {
    test("get them from their events, all of hundreds, once", async () => {
      const url = await stores.fresh();
      const store = await stores.open(url);
      const many = Array.from({ length: 205 }, (_, index) => chargeOf(index + 1, index + 1));
      await Promise.all(many.map((charge) => store.events.take(charge)));
      const before = await itemsOf(store);
      expect(before.lines).toHaveLength(205);
      await leaveOut(store);
      const onRead = vi.fn();
      expect(await (await stores.open(url)).events.itemize({ onRead, every: 200 })).toEqual([]);
      expect(onRead.mock.calls).toEqual([[200]]);
      expect(await itemsOf(store)).toEqual(before);
      // Nothing is left to fill in.
      expect(await store.events.itemize()).toEqual([]);
      expect(await itemsOf(store)).toEqual(before);
    });

    test("get them anew where a payer counted unbilled", async () => {
      const url = await stores.fresh();
      const store = await stores.open(url);
      const { event, ...charge } = chargeOf(1, 1);
      const [line] = event.visitCharged.charges;
      if (!line) throw new Error("It has a line");
      const visitCharged = { ...event.visitCharged, charges: [{ ...line, billtoPayer: false }, line] };
      const invoice = charge.invoice && { ...charge.invoice, ...linesOfEvent(visitCharged) };
      await store.events.take({ ...charge, event: { ...event, visitCharged }, invoice });
      const before = await itemsOf(store);
      expect(before.lines.map(({ payer_id: payer }) => payer)).toEqual(["", line.payerId]);
      await store.db
        .updateTable("invoice_line")
        .set({ payer_id: line.payerId ?? "" })
        .execute();
      await sql`delete from schema_migration where name = '0080-payer-billed'`.execute(store.db);
      await store.close();
      const upgraded = await stores.open(url);
      expect(await upgraded.events.itemize()).toEqual([]);
      expect(await itemsOf(upgraded)).toEqual(before);
    });

    test.runIf(stores.isSealed)("are named when their event cannot be opened", async () => {
      const url = await stores.fresh();
      const store = await stores.open(url);
      for (const index of [1, 2, 3]) await store.events.take(chargeOf(index, index));
      const before = await itemsOf(store);
      await leaveOut(store);
      const rows = store.db.selectFrom("charged_event").select(["event_id", "content"]).orderBy("event_id");
      const [first, second] = await rows.execute();
      if (!first || !second) throw new Error("Three were charged");
      const put = ({ event_id }: typeof first, { content }: Pick<typeof first, "content">) =>
        store.db.updateTable("charged_event").set({ content }).where("event_id", "=", event_id).execute();
      // What is sealed for another event opens nowhere else.
      await put(second, first);
      const again = await stores.open(url);
      expect(await again.events.itemize()).toEqual([2]);
      const { lines, dates } = await itemsOf(store);
      expect(lines.map(({ invoice_number }) => invoice_number)).toEqual([1, 3]);
      expect(dates.map(({ service_date }) => service_date)).toEqual(["2026-11-02", null, "2026-11-04"]);
      // It is filled in once it can be.
      await put(second, second);
      expect(await again.events.itemize()).toEqual([]);
      expect(await itemsOf(store)).toEqual(before);
    });

    test.runIf(stores.isSealed)("stay as they are when the keys cannot be read", async () => {
      const store = await stores.open();
      await store.events.take(chargeOf(1, 1));
      await leaveOut(store);
      const left = await stores.open();
      await left.close();
      // It knows no key yet, and asks a store that is gone for them.
      const vault = new Vault(left.db, () => keyOfTests("one"));
      await expect(itemizeInvoices({ db: store.db, vault })).rejects.toThrow();
      expect((await itemsOf(store)).dates).toEqual([{ service_date: null }]);
    });
  },
  { alsoUnderKey: true },
);
