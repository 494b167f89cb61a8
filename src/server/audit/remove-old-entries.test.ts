import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import {
  beforeTheFirst,
  hashOfEntry,
  keptAnchor,
  keptHead,
  removal,
  type AuditEntry,
} from "./audit-entry.ts";
import { openAuditTrail } from "./audit-trail.ts";
import { type AuditQuery, findEntries } from "./find-entries.ts";
import { removeOldEntries } from "./remove-old-entries.ts";
import { verifyAuditTrail, verifyPart } from "./verify-trail.ts";

const start = Date.parse("2026-11-02T09:00:00Z");
const all: AuditQuery = {
  actor: "",
  action: "",
  subject: "",
  from: undefined,
  to: undefined,
  before: undefined,
  limit: 100,
};

let server: TestServer;
let folder: string;

/** One row per second. */
async function fill(count: number): Promise<void> {
  const onFailure = (error: unknown) => {
    throw error;
  };
  const audit = openAuditTrail({ store: server.store, now: () => new Date(server.clock.now), onFailure });
  for (let row = 0; row < count; row += 1) {
    await audit.noteNow({ actor: `user${row}`, action: "charged", subject: `event:${row}` });
    server.clock.now += 1000;
  }
}

const seqs = async () => (await findEntries(server.store, all)).entries.map(({ seq }) => seq);
const now = start + 100_000;

describeOnBothEngines("the trail's old rows", (stores) => {
  beforeEach(async () => {
    server = await startTestServer({}, { databaseUrl: await stores.fresh() });
    folder = mkdtempSync(join(tmpdir(), "trail-"));
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("go with a row, exported first, and the chain continues", async () => {
    const { store } = server;
    await fill(10);
    const whole = await verifyAuditTrail(store);
    const exported = await keptHead(store);
    expect(await removeOldEntries(store, { before: start, now, folder })).toBe(0);
    expect(await removeOldEntries(store, { before: start + 4000, now, folder })).toBe(4);
    expect(await seqs()).toEqual([11, 10, 9, 8, 7, 6, 5]);
    const { entries: rows } = await findEntries(store, { ...all, action: "removed trail" });
    const anchor = await keptAnchor(store);
    expect(rows).toMatchObject([
      { seq: 11, at: now, actor: "setting: TRAIL_KEEP_DAYS", subject: `entries 1-4 ${anchor.hash}` },
    ]);
    expect(await verifyAuditTrail(store)).toMatchObject({ entries: 11, broken: undefined });
    const words = await store.db.selectFrom("audit_subject").select("subject").where("seq", "<", 7).execute();
    expect(words).toEqual([{ subject: "event:4" }, { subject: "event:5" }]);
    await expect(store.db.deleteFrom("audit_subject").execute()).rejects.toThrow("append-only");
    // A head from before the removal, and one of the last removed row.
    expect(await verifyAuditTrail(store, exported)).toMatchObject({ broken: undefined });
    expect(await verifyAuditTrail(store, anchor)).toMatchObject({ broken: undefined });
    expect(await verifyAuditTrail(store, { ...anchor, hash: "0".repeat(64) })).toMatchObject({
      broken: { fault: "it is another log than the one whose head was kept" },
    });
    // The exported file is the beginning of the same chain.
    expect(readdirSync(folder)).toEqual(["audit-trail-1-4.ndjson"]);
    let hash = beforeTheFirst;
    for (const line of readFileSync(join(folder, "audit-trail-1-4.ndjson"), "utf8").trim().split("\n")) {
      const { at, ...entry } = JSON.parse(line) as Omit<AuditEntry, "at"> & { at: string };
      hash = hashOfEntry(hash, { ...entry, at: Date.parse(at) });
      expect(hash).toBe(entry.hash);
    }
    expect(hash).toBe(anchor.hash);
    // A check that was running continues after the new anchor; so does a second removal.
    expect(await removeOldEntries(store, { before: start + 6000, now: now + 1 })).toBe(2);
    expect(await verifyPart(store, whole, { most: 1 })).toMatchObject({ broken: undefined });
    expect(await verifyAuditTrail(store)).toMatchObject({ entries: 12, broken: undefined });
    // Everything may be old; the row that records the removal stays.
    expect(await removeOldEntries(store, { before: now + 2, now: now + 3 })).toBe(6);
    expect(await seqs()).toEqual([13]);
    await fill(1);
    expect(await verifyAuditTrail(store)).toMatchObject({ entries: 14, broken: undefined });
  });

  test("stay up to the first young one, despite clocks", async () => {
    await fill(3);
    server.clock.now = start - 60_000;
    await fill(2);
    expect(await removeOldEntries(server.store, { before: start + 2000, now })).toBe(2);
    expect(await seqs()).toEqual([6, 5, 4, 3]);
  });

  test("are removed by nobody else", async () => {
    const { store } = server;
    const { db } = store;
    await fill(8);
    const moving = "moves only with its row";
    const row = async (seq: number) =>
      db.selectFrom("audit_entry").selectAll().where("seq", "=", seq).executeTakeFirstOrThrow();
    const { hash } = await row(5);
    const move = (to: { entries: number; hash: string }) => db.updateTable("audit_anchor").set(to).execute();
    await expect(db.deleteFrom("audit_entry").execute()).rejects.toThrow("append-only");
    await expect(move({ entries: 5, hash })).rejects.toThrow(moving);
    await expect(move({ entries: 0, hash: beforeTheFirst })).rejects.toThrow(moving);
    await expect(db.deleteFrom("audit_anchor").execute()).rejects.toThrow(moving);
    await expect(
      sql`insert into audit_anchor (id, entries, hash) values (2, 9, 'x')`.execute(db),
    ).rejects.toThrow(moving);
    if (store.kind === "postgres") {
      await expect(sql`truncate audit_anchor`.execute(db)).rejects.toThrow(moving);
      await expect(sql`truncate audit_entry`.execute(db)).rejects.toThrow("append-only");
    } else
      await expect(
        sql`insert or replace into audit_anchor (id, entries, hash) values (1, 9, 'x')`.execute(db),
      ).rejects.toThrow(moving);
    // A user's own table of that name is not mistaken for it.
    await db.connection().execute(async (connection) => {
      await sql`create temporary table audit_anchor as select 1 as id, 99 as entries, 'x' as hash`.execute(
        connection,
      );
      const attack =
        store.kind === "postgres" ? sql`delete from audit_entry` : sql`delete from main.audit_entry`;
      await expect(attack.execute(connection)).rejects.toThrow("append-only");
      await sql`drop table ${sql.raw(store.kind === "postgres" ? "pg_temp" : "temp")}.audit_anchor`.execute(
        connection,
      );
    });
    // Once it is before the anchor, only earlier rows are removed.
    await removeOldEntries(store, { before: start + 4000, now });
    await expect(db.deleteFrom("audit_entry").where("seq", "=", 5).execute()).rejects.toThrow("append-only");
    await expect(move({ entries: 6, hash: (await row(6)).hash })).rejects.toThrow(moving);
    expect(await verifyAuditTrail(store)).toMatchObject({ broken: undefined });
  });

  test("show a changed anchor or beginning; one of two removes", async () => {
    const { store } = server;
    const { db } = store;
    await fill(9);
    const both = await Promise.allSettled(
      [1, 2].map(() => removeOldEntries(store, { before: start + 3000, now })),
    );
    expect(both.map((each) => (each.status === "fulfilled" ? each.value : "refused"))).toContain(3);
    expect(await keptAnchor(store)).toMatchObject({ entries: 3 });
    const told = await findEntries(store, { ...all, action: removal.action });
    expect(told.entries).toHaveLength(1);
    const triggers =
      store.kind === "postgres"
        ? ["audit_entry_append_only", "audit_anchor_moves"]
        : ["audit_entry_no_update", "audit_entry_no_delete", "audit_anchor_moves"];
    for (const trigger of triggers) {
      const on = sql.raw(
        store.kind === "postgres" ? ` on ${trigger.includes("anchor") ? "audit_anchor" : "audit_entry"}` : "",
      );
      await sql`drop trigger ${sql.id(trigger)}${on}`.execute(db);
    }
    const { hash } = await db
      .selectFrom("audit_entry")
      .select("hash")
      .where("seq", "=", 6)
      .executeTakeFirstOrThrow();
    const anchor = await keptAnchor(store);
    await db.updateTable("audit_anchor").set({ entries: 6, hash }).execute();
    await db.deleteFrom("audit_entry").where("seq", "<=", 6).execute();
    expect(await verifyAuditTrail(store)).toMatchObject({
      broken: { seq: 6, fault: "the anchor was changed" },
    });
    await expect(removeOldEntries(store, { before: now, now })).rejects.toThrow("anchor");
    await db.updateTable("audit_anchor").set(anchor).execute();
    expect(await verifyAuditTrail(store)).toMatchObject({
      broken: { seq: 7, fault: "a row is missing before it" },
    });
    await expect(removeOldEntries(store, { before: now, now, folder })).rejects.toThrow("broken at entry 7");
    expect(await seqs()).toEqual([10, 9, 8, 7]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("stay where they cannot be written out", async () => {
    await fill(4);
    const file = join(folder, "in-the-way");
    writeFileSync(file, "");
    await expect(removeOldEntries(server.store, { before: now, now, folder: file })).rejects.toThrow();
    expect(await seqs()).toEqual([4, 3, 2, 1]);
  });
});
