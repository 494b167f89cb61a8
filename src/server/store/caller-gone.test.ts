import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "./engine.ts";
import { CallerGone, readUntil } from "./caller-gone.ts";
import { describeOnBothEngines } from "./test-stores.ts";

const endless = sql`with recursive endless(n) as (select 1 union all select n + 1 from endless where n < 1000000000000)
  select count(*) as found from endless`;

describeOnBothEngines("what nobody waits for", ({ fresh }) => {
  test("ends at the database, and what queues behind it", async () => {
    const engine = await openEngine(await fresh());
    const { kind, db, sums } = engine;
    const isRunning = async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where state = 'active' and query like 'with recursive%'`.execute(
          db,
        );
      return rows.length > 0;
    };
    const before = process.cpuUsage().user;
    // SQLite works in a thread of this process.
    const isBegun = async () =>
      kind === "sqlite" ? process.cpuUsage().user - before > 300_000 : isRunning();
    const waiting = new AbortController();
    try {
      const reads = Array.from({ length: 6 }, async () =>
        readUntil(waiting.signal, async () =>
          sums.transaction().execute(async (each) => endless.execute(each)),
        ).catch((error: unknown) => error),
      );
      await expect.poll(isBegun).toBe(true);
      waiting.abort();
      for (const read of reads) expect(await read).toBeInstanceOf(CallerGone);
      if (kind === "postgres") await expect.poll(isRunning).toBe(false);
      const { rows } = await sql`select 1 as one`.execute(sums);
      expect(rows).toEqual([{ one: 1 }]);
    } finally {
      await db.destroy();
    }
  });
});
