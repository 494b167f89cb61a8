import type { Transaction } from "kysely";
import { expect, test } from "vitest";
import { fillVisits } from "#room/server/store/migrations/0013-fill-visits.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { buildGuid, chargeOf, startOfTests as now } from "./test-visits.ts";

const tables = ["visit", "visit_event", "visit_count"] as const;

describeOnBothEngines("the visits of a store from before", (stores) => {
  test("are those that its events would have made", async () => {
    const store = await stores.open();
    const { db, events, kind, visits } = store;
    for (let index = 0; index < 230; index += 1) {
      const at = now + index * 1000;
      await events.take(chargeOf(index, index, { isWithheld: index % 3 === 0, at }));
      if (index % 9 === 0) await events.take(chargeOf(1000 + index, index, { at: at + 5 }));
    }
    const rowsOf = () =>
      db
        .selectFrom("visit")
        .selectAll()
        .orderBy("visit_id")
        .execute()
        .then((rows) => rows.map((row) => ({ ...row, change_number: 0 })));
    const made = await rowsOf();
    for (const table of tables) await db.deleteFrom(table).execute();
    await db.transaction().execute(async (transaction) => {
      // In the form the migration receives it.
      const untyped = transaction as unknown as Transaction<unknown>;
      const types = { serial: "integer", integer: "integer", bytes: "blob" } as const;
      await fillVisits({ db: untyped, kind, ...types });
    });
    expect(await rowsOf()).toEqual(made);
    expect(await visits.changeNumber()).toBe(230);
    expect(await visits.recount()).toEqual([]);
    const corrected = await visits.find({ visitId: buildGuid(2, 9), eventId: "" });
    expect(corrected && (await visits.story(corrected, { eventId: "" })).events).toHaveLength(2);
  });
});
