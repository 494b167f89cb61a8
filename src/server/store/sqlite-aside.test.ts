import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSqlite } from "./open-sqlite.ts";

test("no row of a long read holds the loop", async () => {
  const options = { report: () => {}, patienceMs: 10_000, copyOf: undefined, onQuery: undefined };
  const { db, aside } = openSqlite(":memory:", options);
  const turns: number[] = [];
  const turn = setInterval(() => turns.push(performance.now()), 1);
  try {
    await sql`select 1`.execute(aside);
    const began = performance.now();
    const { rows } = await sql<{ n: number }>`select 1 as n union all select * from (
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 1000000)
      select count(*) from number)`.execute(aside);
    expect(rows).toEqual([{ n: 1 }, { n: 1_000_000 }]);
    const took = performance.now() - began;
    const isAmid = (at: number) => at > began + took / 4 && at < began + (took * 3) / 4;
    expect(turns.some(isAmid)).toBe(true);
  } finally {
    clearInterval(turn);
    await db.destroy();
  }
});
