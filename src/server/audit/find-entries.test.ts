import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import { type AuditQuery, findEntries } from "./find-entries.ts";

const everything: AuditQuery = {
  actor: "",
  action: "",
  subject: "",
  from: undefined,
  to: undefined,
  before: undefined,
  limit: 50,
};

/** Rows of a long trail: number n at n seconds, every tenth by robin, and the seventh special. */
async function fill({ db, kind }: Store, count: number): Promise<void> {
  const numbers =
    kind === "postgres"
      ? sql`select i from generate_series(1, ${sql.lit(count)}) as g(i)`
      : sql`with recursive g(i) as (select 1 union all select i + 1 from g where i < ${sql.lit(count)}) select i from g`;
  await sql`insert into audit_entry (seq, at, actor, action, subject, remote_address, hash)
    select i, i * 1000, case when i % 10 = 0 then 'robin' else 'casey' end,
      case when i % 3 = 0 then 'verified' else 'charged' end,
      'event:' || (i + 100000) || '/visit:' || i, '127.0.0.1', 'x' from (${numbers}) as n`.execute(db);
  for (const subject of [sql`'visit:' || seq`, sql`'event:' || (seq + 100000)`])
    await sql`insert into audit_subject (subject, seq) select ${subject}, seq from audit_entry`.execute(db);
}

/** All pages of a query, as the console loads them. */
async function all(store: Store, query: Partial<AuditQuery>): Promise<number[]> {
  const found: number[] = [];
  let before: number | undefined;
  do {
    const page = await findEntries(store, { ...everything, ...query, before });
    found.push(...page.entries.map(({ seq }) => seq));
    before = page.next;
  } while (before !== undefined);
  return found;
}

describeOnBothEngines("the trail's pages", (stores) => {
  test("find a subject in any case, and nothing for U+0000", async () => {
    const store = await stores.open();
    await fill(store, 12);
    // An id is meant whole if there is one, and else as the beginning of some.
    expect(await all(store, { subject: "VISIT:1" })).toEqual([1]);
    expect(await all(store, { subject: "1" })).toEqual([1]);
    expect(await all(store, { subject: "event:10000" })).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await all(store, { subject: "10001" })).toEqual([12, 11, 10]);
    expect(await all(store, { subject: "event:100011/visit:11" })).toEqual([11]);
    expect(await all(store, { subject: "event:100011/visit:12" })).toEqual([]);
    expect(await all(store, { subject: "event:", actor: "robin", limit: 1 })).toEqual([10]);
    expect(await all(store, { subject: "event:", from: 3000, to: 6000, action: "charged" })).toEqual([5, 4]);
    expect(await all(store, { subject: "/" })).toEqual([]);
    expect(await all(store, { subject: "visit\0" })).toEqual([]);
    expect(await all(store, { actor: "casey\0" })).toEqual([]);
  });

  test("find each row once, newest first, by every filter", async () => {
    const store = await stores.open();
    expect(await findEntries(store, everything)).toEqual({ entries: [], next: undefined });
    const count = 45_000;
    await fill(store, count);
    const numbers = Array.from({ length: count }, (_, index) => count - index);
    const first = await findEntries(store, everything);
    expect(first.entries.map(({ seq }) => seq)).toEqual(numbers.slice(0, 50));
    expect(first.next).toBe(count - 49);
    const limit = 5000;
    const robins = numbers.filter((seq) => seq % 10 === 0);
    expect(await all(store, { actor: "robin", limit })).toEqual(robins);
    expect(await all(store, { actor: "robin", action: "verified", limit })).toEqual(
      robins.filter((seq) => seq % 3 === 0),
    );
    expect(await all(store, { action: "verified", from: 1_000_000, to: 2_000_000 })).toEqual(
      numbers.filter((seq) => seq % 3 === 0 && seq >= 1000 && seq < 2000),
    );
    expect(await all(store, { from: 46_000_000 })).toEqual([]);
    expect(await all(store, { to: 1000 })).toEqual([]);
    expect(await all(store, { actor: "nobody" })).toEqual([]);
    expect(await all(store, { actor: "casey", subject: "visit:44999" })).toEqual([44_999]);
    expect(await all(store, { subject: "visit:4499" })).toEqual([4499]);
    await expect(all(store, { subject: "visit:" })).rejects.toThrow("More than 10,000 entries");
    expect(await all(store, { subject: "visit:", from: 44_999_000 })).toEqual([45_000, 44_999]);
  });
});
