import type { Kysely, Transaction } from "kysely";
import type { CodeSetContent, CodeSetRecord, CodeSets, NoticeRecord, StoredTable } from "./code-sets.ts";
import type { CodeSetTable } from "./code-tables.ts";
import { createCodeUploads, forgetUpload } from "./keep-code-uploads.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables> | Transaction<Tables>;

/** Neither engine's driver handles single values of many megabytes well. */
const partLength = 1024 * 1024;

export function createCodeSets(db: Kysely<Tables>): CodeSets {
  return {
    version: () => versionOf(db),
    async list() {
      const rows = await db
        .selectFrom("code_set")
        .select(["name", "kind", "system", "fiscal_year", "in_force_from", "in_force_to"])
        .select(["billable", "headers", "origin", "checksum", "imported_on", "imported_by"])
        .orderBy("kind")
        .orderBy("system")
        .orderBy("fiscal_year")
        .orderBy("name")
        .execute();
      return rows.map(recordOf);
    },
    async content(name) {
      const query = db.selectFrom("code_set").select("content").where("name", "=", name);
      return (await query.executeTakeFirst())?.content;
    },
    async notices() {
      const rows = await db.selectFrom("code_notice").selectAll().orderBy("name").execute();
      return rows.map(({ accepted_on: acceptedOn, accepted_by: acceptedBy, ...row }) => ({
        ...row,
        acceptedOn,
        acceptedBy,
      }));
    },
    async tables() {
      const version = await versionOf(db);
      const tables = await readTables(db);
      return (await versionOf(db)) === version ? { version, tables } : undefined;
    },
    ...createCodeUploads(db),
    replace: ({ after, sets, tables, notice, upload }) =>
      db.transaction().execute(async (transaction) => {
        const raised = await transaction
          .updateTable("code_version")
          .set({ version: after + 1 })
          .where("id", "=", 1)
          .where("version", "=", after)
          .executeTakeFirst();
        if (raised.numUpdatedRows !== 1n) return false;
        for (const set of sets) await replaceSet(transaction, set);
        if (notice) await keepNotice(transaction, notice);
        for (const table of tables) await replaceTable(transaction, table);
        if (upload) await forgetUpload(transaction, upload);
        return true;
      }),
  };
}

async function versionOf(db: Db): Promise<number> {
  const row = await db.selectFrom("code_version").select("version").where("id", "=", 1).executeTakeFirst();
  return row?.version ?? 0;
}

/** Chunk by chunk, so that only one is in memory besides the whole. */
async function readTables(db: Db): Promise<StoredTable[]> {
  const first = await db
    .selectFrom("code_table_part")
    .select(["system", "format", "total_length"])
    .where("position", "=", 0)
    .orderBy("system")
    .execute();
  const tables: StoredTable[] = [];
  for (const { system, format, total_length: length } of first) {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += partLength) {
      const part = await db
        .selectFrom("code_table_part")
        .select("content")
        .where("system", "=", system)
        .where("position", "=", at / partLength)
        .executeTakeFirst();
      if (part && at + part.content.length <= length) bytes.set(part.content, at);
    }
    tables.push({ system, format, bytes });
  }
  return tables;
}

async function replaceSet(db: Db, { set, content }: CodeSetContent): Promise<void> {
  await db.deleteFrom("code_set").where("name", "=", set.name).execute();
  await db
    .insertInto("code_set")
    .values({
      name: set.name,
      kind: set.kind,
      system: set.system,
      fiscal_year: set.fiscalYear,
      in_force_from: set.inForceFrom,
      in_force_to: set.inForceTo,
      billable: set.billable,
      headers: set.headers,
      origin: set.origin,
      checksum: set.checksum,
      imported_on: set.importedOn,
      imported_by: set.importedBy,
      content,
    })
    .execute();
}

/** The first acceptance is kept. */
async function keepNotice(db: Db, { acceptedOn, acceptedBy, ...notice }: NoticeRecord): Promise<void> {
  await db
    .insertInto("code_notice")
    .values({ ...notice, accepted_on: acceptedOn, accepted_by: acceptedBy })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

async function replaceTable(db: Db, { system, format, bytes }: StoredTable): Promise<void> {
  await db.deleteFrom("code_table_part").where("system", "=", system).execute();
  for (let at = 0; at < bytes.length; at += partLength) {
    await db
      .insertInto("code_table_part")
      .values({
        system,
        position: at / partLength,
        format,
        total_length: bytes.length,
        // A copy, because libsql binds the whole buffer behind a view.
        content: Buffer.from(bytes.subarray(at, at + partLength)),
      })
      .execute();
  }
}

function recordOf(row: Omit<CodeSetTable, "content">): CodeSetRecord {
  return {
    name: row.name,
    kind: row.kind,
    system: row.system,
    fiscalYear: row.fiscal_year,
    inForceFrom: row.in_force_from,
    inForceTo: row.in_force_to,
    billable: row.billable,
    headers: row.headers,
    origin: row.origin,
    checksum: row.checksum,
    importedOn: row.imported_on,
    importedBy: row.imported_by,
  };
}
