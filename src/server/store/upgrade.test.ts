import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import Database from "libsql";
import { Client } from "pg";
import { expect, test } from "vitest";
import { restoreBackup } from "#room/server/backup/backup.ts";
import { findEntries } from "#room/server/audit/find-entries.ts";
import { sqlitePathOf } from "./open-sqlite.ts";
import type { Store } from "./store.ts";
import { describeOnBothEngines } from "./test-stores.ts";
import { buildGuid, chargeOf, listOf, startOfTests, viewer } from "./visits/test-visits.ts";

const folder = join(import.meta.dirname, "older-stores");

/** Puts a store that a released version has made where the address says. */
async function putStore(databaseUrl: string, version: string): Promise<void> {
  const engine = databaseUrl.startsWith("file:") ? "sqlite" : "postgres";
  const text = `${readFileSync(join(folder, `${version}.${engine}.sql`), "utf8")};
    ${engine === "sqlite" ? "" : "set search_path = public;"} ${gathered(visit(3))}`;
  if (engine === "sqlite") {
    const database = new Database(sqlitePathOf(databaseUrl));
    database.exec(text);
    database.close();
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Two acts that version 1.2 gathered into one row. */
const gathered = (visitId: string) => `insert into audit_entry (seq, at, action, subject, hash)
  select entries + 1, 1, 'verified', 'I10×12 event:1/visit:${visitId}×2, "\\', 'x' from audit_head;
  update audit_head set entries = entries + 1`;
const wholeTrail = {
  actor: "",
  action: "",
  from: undefined,
  to: undefined,
  before: undefined,
  limit: 100,
};
const casey = viewer("casey");
const visit = (index: number) => buildGuid(2, index);

async function stateOf({ visits }: Store) {
  const states = ["withheld", "refused", "charged", "closed"] as const;
  const page = await visits.list(listOf({ states: [...states] }), casey, startOfTests);
  return page.visits.map(({ visit_id, state, amount_minor, invoice_number, event_count }) => [
    visit_id,
    state,
    amount_minor,
    invoice_number,
    event_count,
  ]);
}

/** The tables with their columns, and the indexes, constraints and triggers, as the database has them. */
async function schemaOf({ db, kind }: Store): Promise<string[]> {
  const parts =
    kind === "sqlite"
      ? [
          `select made.name as made, col.name, col.type, "notnull", dflt_value, pk from sqlite_master made
            join pragma_table_info(made.name) col order by 1, 2`,
          `select made.name, "table", "from", "to" from sqlite_master made
            join pragma_foreign_key_list(made.name) order by 1, 3`,
          "select type, name, sql from sqlite_master where type <> 'table' order by 1, 2",
        ]
      : [
          `select table_name, column_name, data_type, is_nullable, column_default, collation_name
            from information_schema.columns where table_schema = current_schema() order by 1, 2`,
          "select indexdef from pg_indexes where schemaname = current_schema() order by 1",
          `select conname, pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema()::regnamespace order by 1, 2`,
          `select pg_get_triggerdef(pg_trigger.oid), prosrc from pg_trigger join pg_proc on pg_proc.oid = tgfoid
            where not tgisinternal order by 1`,
        ];
  const all = parts.map(async (part) => (await sql.raw<Record<string, unknown>>(part).execute(db)).rows);
  // SQLite has statements as they were written.
  return (await Promise.all(all)).flat().map((row) =>
    Object.values(row)
      .join(" ")
      .replaceAll(/["\s]+/g, ""),
  );
}

const first = [
  [visit(1), "charged", 15_350, 1, 1],
  [visit(2), "withheld", 15_450, null, 1],
  [visit(3), "charged", 15_550, 2, 2],
] as const;
const stores = {
  "1.0": [...first, [visit(4), "withheld", 15_650, null, 1]],
  "1.2": [...first, [visit(4), "closed", 15_650, null, 1], [visit(5), "withheld", 15_750, null, 1]],
} as const;

describeOnBothEngines("an upgrade", (tests) => {
  test.each(["1.0", "1.2"] as const)("of a store of %s keeps everything, and a copy", async (version) => {
    const url = await tests.empty();
    await putStore(url, version);
    const backups = mkdtempSync(join(tmpdir(), "console-copies-"));
    const said: string[] = [];
    // What upgrades left that were killed, one with this number; and what isn't theirs or is being written.
    const copyBy = (pid: number) => `before-upgrade-20261130T074304038Z-${pid}.backup.part`;
    const others = [copyBy(process.ppid), "mine.backup.part"];
    for (const name of [copyBy(process.pid), copyBy(2 ** 30), `${copyBy(2 ** 30)}-journal`, ...others])
      writeFileSync(join(backups, name), "");
    const store = await tests.open(url, {
      backupFolder: backups,
      say: (sentence) => said.push(sentence),
      onUpgrade: async () => void said.push("upgrades"),
    });
    expect(await stateOf(store)).toEqual(stores[version]);
    expect(await schemaOf(store)).toEqual(await schemaOf(await tests.open()));
    // A server of that version that is still there finds no numbers and no people: it is not ready and writes nothing.
    for (const table of ["counter", "app_user"])
      await expect(sql`select 1 from ${sql.id(table)}`.execute(store.db)).rejects.toThrow(table);
    expect(await store.visits.recount()).toEqual([]);
    const user = await store.users.find("robin");
    expect((await store.messages.summariesOf(user?.userId ?? 0)).length).toBe(1);
    const { visits } = store;
    const found = async (filter: Parameters<typeof listOf>[0]) =>
      (await visits.list(listOf({ states: ["withheld", "charged"], ...filter }), casey, startOfTests)).visits
        .length;
    expect(await found({ payerId: buildGuid(5, 3) })).toBe(1);
    expect(await found({ providerId: buildGuid(4, 2) })).toBe(4);
    expect(await found({ text: "modif miss" })).toBe(1);
    expect(await found({ rule: "Modifier 25" })).toBe(version === "1.0" ? 1 : 2);
    // What has been charged or closed since is read from its events once.
    const held = async () => {
      const rows = await store.db
        .selectFrom("visit")
        .select(["visit_id", "held_reasons", "held_rules"])
        .orderBy("visit_id")
        .execute();
      return rows.map(({ visit_id: id, held_reasons: reasons, held_rules: rules }) => [id, reasons, rules]);
    };
    expect((await held()).filter(([, reasons]) => reasons === null).length).toBe(version === "1.0" ? 1 : 2);
    await visits.readHeldReasons();
    const rule = '["Modifier 25"]';
    const [own] = (await held()).filter(([id]) => id === visit(4));
    expect(own?.[1]).toContain("review");
    expect(await held()).toEqual([
      [visit(1), "", ""],
      [visit(2), '["Modifier 25 is missing"]', rule],
      [visit(3), '["Papers missing"]', rule],
      [visit(4), own?.[1], ""],
      ...(version === "1.0" ? [] : [[visit(5), '["Payer unknown"]', rule]]),
    ]);
    // Also what older versions had gathered into one row of the audit log.
    const about = async (subject: string) =>
      (await findEntries(store, { ...wholeTrail, subject })).entries.map(({ seq }) => seq);
    const added = version === "1.0" ? 8 : 12;
    expect(await about(visit(3))).toEqual([added, 5, 4]);
    expect(await about("event:aaaaaaa1000000000000000000000004")).toEqual([5]);
    expect(await about("I10")).toEqual([added]);
    // It goes on where it stood.
    const outcome = await store.events.take(chargeOf(20, 2));
    expect(outcome).toEqual({ kind: "charged", invoiceNumber: 3 });
    expect(await visits.recount()).toEqual([]);

    const [copy = ""] = readdirSync(backups).filter((name) => name.endsWith(".backup"));
    expect(said[0]).toBe("upgrades");
    expect(said.join()).toContain(join(backups, copy));
    const before = await tests.empty();
    await restoreBackup(before, join(backups, copy));
    const again = await tests.open(before, { backupFolder: backups });
    expect(await stateOf(again)).toEqual(stores[version]);
    expect(readdirSync(backups).filter((name) => name.endsWith(".backup"))).toHaveLength(1);
    expect(readdirSync(backups).filter((name) => name.includes(".part"))).toEqual(others);
    rmSync(backups, { recursive: true });
  });
});

test("no migration runs code that can change", () => {
  const migrations = join(import.meta.dirname, "migrations");
  const allowed = ["kysely", "#room/server/store/migration.ts", "./"];
  for (const name of readdirSync(migrations))
    for (const [, from = ""] of readFileSync(join(migrations, name), "utf8").matchAll(/ from "([^"]+)"/g))
      expect(`${name}: ${allowed.some((each) => from.startsWith(each)) ? "" : from}`).toBe(`${name}: `);
});
