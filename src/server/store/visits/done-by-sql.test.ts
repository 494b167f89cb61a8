import * as fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#room/server/store/engine.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { findDoneBySql } from "./done-by-sql.ts";
import { readFilter } from "./match-visits.ts";
import { findVisits } from "./find-visits.ts";
import { keyOf } from "./sort-visits.ts";
import { anyFilter, anyOrder, anyRow, few, orNot } from "./test-any-visits.ts";
import { buildGuid, startOfTests as now } from "./test-visits.ts";
import { VisitColumns } from "./visit-columns.ts";

const done = anyRow(["charged", "closed"]).map((row) => ({
  ...row,
  taken_by: null,
  taken_until: 0,
  snoozed_until: 0,
}));

describeOnBothEngines("done visits", (stores) => {
  test("are found by the database as in memory", async () => {
    const url = await stores.fresh();
    await (await stores.open(url)).close();
    const engine = await openEngine(url);
    const rows = fc
      .sample(done, { numRuns: 60, seed: 7 })
      .map((row, n) => ({ ...row, visit_id: buildGuid(2, n) }));
    const columns = new VisitColumns(8);
    try {
      for (const row of rows) {
        columns.put(row);
        await engine.db.insertInto("visit").values(row).execute();
      }
      for (const { state, practice_id, currency, amount_minor: sum_minor } of rows) {
        const count = { name: `state:${state}`, practice_id, currency, visits: 1, sum_minor };
        const add = {
          visits: sql<number>`visit_count.visits + 1`,
          sum_minor: sql<number>`visit_count.sum_minor + ${sum_minor}`,
        };
        await engine.db
          .insertInto("visit_count")
          .values(count)
          .onConflict((conflict) => conflict.columns(["name", "practice_id", "currency"]).doUpdateSet(add))
          .execute();
      }
      await fc.assert(
        fc.asyncProperty(
          anyFilter,
          anyOrder,
          fc.record({ behind: orNot(fc.nat(70)), limit: fc.constantFrom(1, 3, 100) }),
          orNot(fc.uniqueArray(few(9), { minLength: 1 })),
          async ({ text: _text, visitIds: _ids, ...given }, wished, { behind, limit }, seen = []) => {
            const order = wished.sort === "need" ? { ...wished, sort: "age" as const } : wished;
            const filter = readFilter(given, { practices: seen }, now);
            const last = behind === undefined ? undefined : rows[behind];
            const page = { ...order, after: last && keyOf(last, order), limit };
            const expected = findVisits(columns, { filter, now, named: new Set() }, page);
            expect(await findDoneBySql(engine, filter, page)).toEqual(expected);
          },
        ),
        { numRuns: 120 },
      );
    } finally {
      await engine.db.destroy();
    }
  });
});
