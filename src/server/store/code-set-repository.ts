import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";
import type { CodeSetContent, CodeSetRecord, CodeUpload } from "./code-set-record.ts";
import type { Kysely } from "kysely";
import { createCodeUploads, forgetUpload } from "./code-uploads.ts";
import { didChange, type RecordOf, recordOf, rowOf, valueOf, addNew } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** Who accepted a publisher's terms of use. Asked once. */
export type NoticeRecord = RecordOf<Tables["code_notice"]>;

/** A system's codes of all years, merged and indexed; `format` is the version of the writer. */
export interface StoredTable {
  readonly system: CodeSystem;
  readonly format: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReplaceCodeSets {
  readonly after: number;
  readonly sets: readonly CodeSetContent[];
  readonly tables: readonly StoredTable[];
  readonly notice?: NoticeRecord | undefined;
  /** The upload whose waiting sets this imports. */
  readonly upload?: CodeUpload | undefined;
}

/** Neither engine's driver handles single values of many megabytes well. */
const partLength = 1024 * 1024;

/** The code sets. Every change increments the version, so that other processes notice that their copy is stale. */
export function createCodeSetRepository(db: Kysely<Tables>) {
  return {
    /** 0 before the first import. */
    version: (): Promise<number> => versionOf(db),
    /** By system and year, mappings last. */
    async list(): Promise<CodeSetRecord[]> {
      return db
        .selectFrom("code_set")
        .select(["name", "kind", "system", "fiscal_year as fiscalYear", "in_force_from as inForceFrom"])
        .select(["in_force_to as inForceTo", "billable", "headers", "origin", "checksum"])
        .select(["imported_on as importedOn", "imported_by as importedBy"])
        .orderBy("kind")
        .orderBy("system")
        .orderBy("fiscal_year")
        .orderBy("name")
        .execute();
    },
    content: (name: string): Promise<Uint8Array | undefined> =>
      valueOf(db.selectFrom("code_set").where("name", "=", name), "content"),
    async notices(): Promise<NoticeRecord[]> {
      return (await db.selectFrom("code_notice").selectAll().orderBy("name").execute()).map(recordOf);
    },
    /** The tables of one version; undefined while another process is replacing them. */
    async tables(): Promise<{ version: number; tables: StoredTable[] } | undefined> {
      const version = await versionOf(db);
      const tables = await readTables(db);
      return (await versionOf(db)) === version ? { version, tables } : undefined;
    },
    ...createCodeUploads(db),
    /** All or nothing. False, with nothing changed, when another import was faster. */
    replace: ({ after, sets, tables, notice, upload }: ReplaceCodeSets): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const last = transaction.updateTable("code_version").where("version", "=", after);
        if (!(await didChange(last.set({ version: after + 1 }).where("id", "=", 1)))) return false;
        for (const set of sets) await replaceSet(transaction, set);
        // The first acceptance is kept.
        if (notice) await addNew(transaction, "code_notice", [rowOf(notice)]);
        for (const table of tables) await replaceTable(transaction, table);
        if (upload) await forgetUpload(transaction, upload);
        return true;
      }),
  };
}

async function versionOf(db: Kysely<Tables>): Promise<number> {
  return (await valueOf(db.selectFrom("code_version").where("id", "=", 1), "version")) ?? 0;
}

/** Chunk by chunk, so that only one is in memory besides the whole. */
async function readTables(db: Kysely<Tables>): Promise<StoredTable[]> {
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
      const parts = db.selectFrom("code_table_part").where("system", "=", system);
      const content = await valueOf(parts.where("position", "=", at / partLength), "content");
      if (content && at + content.length <= length) bytes.set(content, at);
    }
    tables.push({ system, format, bytes });
  }
  return tables;
}

async function replaceSet(db: Kysely<Tables>, { set, content }: CodeSetContent): Promise<void> {
  await db.deleteFrom("code_set").where("name", "=", set.name).execute();
  await db
    .insertInto("code_set")
    .values({ ...rowOf(set), content })
    .execute();
}

async function replaceTable(db: Kysely<Tables>, { system, format, bytes }: StoredTable): Promise<void> {
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
