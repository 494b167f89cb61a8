import { inTransaction, countOf, someOf, valueOf } from "./rows.ts";
import { lockCounter } from "./charge-queries.ts";
import { ChangedSince } from "./changed-since.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { Transaction, Kysely } from "kysely";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import type { KeyedEngine } from "./engine.ts";
import { seenIds, type SeenIds } from "./seen-ids.ts";
import { storableText } from "./storable-text.ts";
import type { DirectoryEntryTable, Tables } from "./tables.ts";

export async function directoryVersion(db: Kysely<Tables>): Promise<number> {
  return (await valueOf(db.selectFrom("last_number").where("name", "=", "directory"), "value")) ?? 0;
}

export interface DirectoryChanges {
  readonly version: number;
  /** True: `entries` is the complete directory. */
  readonly isWhole: boolean;
  readonly entries: readonly DirectoryEntry[];
  readonly removed: readonly DirectoryKey[];
}

function rowOf(
  { kind, id, activeFrom }: DirectoryKey,
  content: string,
  version: number,
): DirectoryEntryTable {
  const day = kind === "fee" ? (activeFrom ?? "") : "";
  return { kind, entry_id: id, first_day: day, content, version };
}

function keyOf({ kind, entry_id, first_day }: DirectoryEntryTable): DirectoryKey {
  const key = { kind, id: entry_id };
  return first_day === "" ? key : { ...key, activeFrom: first_day };
}

async function write(db: Transaction<Tables>, rows: readonly DirectoryEntryTable[]): Promise<void> {
  for (const some of someOf(rows))
    await db
      .insertInto("directory_entry")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["kind", "entry_id", "first_day"]).doUpdateSet((build) => ({
          content: build.ref("excluded.content"),
          version: build.ref("excluded.version"),
        })),
      )
      .execute();
}

/** The clinic's practices, providers, payers and fees. Versions are numbered; ids are canonical. */
export function createDirectoryRepository(engine: Pick<KeyedEngine, "db" | "vault">) {
  const { db } = engine;
  return {
    version: () => directoryVersion(db),
    /** The changes since a version; everything for 0, and for a version this store never had. */
    async changesSince(since: number): Promise<DirectoryChanges> {
      // Read before the rows, so that a concurrent save is reported twice rather than missed.
      const version = await directoryVersion(db);
      const isWhole = since === 0 || since > version;
      if (since === version) return { version, isWhole, entries: [], removed: [] };
      const rows = await db
        .selectFrom("directory_entry")
        .selectAll()
        .where("version", ">", isWhole ? 0 : since)
        .orderBy("version")
        .execute();
      const kept = rows.filter(({ content }) => content !== "");
      return {
        version,
        isWhole,
        entries: kept.map(({ content }) => readJson<DirectoryEntry>(content)),
        removed: isWhole ? [] : rows.filter(({ content }) => content === "").map(keyOf),
      };
    },
    /**
     * All or nothing. Returns the new version, or undefined when there was another save since `after`, or a day was closed
     * since there were `closedDays`, by clocks that are changed now.
     */
    async save(
      {
        entries,
        removed,
      }: { readonly entries: readonly DirectoryEntry[]; readonly removed: readonly DirectoryKey[] },
      { after, closedDays }: { readonly after: number; readonly closedDays?: number | undefined },
    ): Promise<number | undefined> {
      try {
        return await inTransaction(db, async (transaction) => {
          // Locks the counter's row first, so that versions are serialized across processes.
          const { value: version } = await transaction
            .updateTable("last_number")
            .set((build) => ({ value: build("value", "+", 1) }))
            .where("name", "=", "directory")
            .returning("value")
            .executeTakeFirstOrThrow();
          if (version !== after + 1) throw new ChangedSince();
          if (closedDays !== undefined) {
            // Whoever closes a day holds it, and looks at the version after that.
            await lockCounter(transaction);
            if ((await countOf(transaction.selectFrom("closed_day"))) !== closedDays)
              throw new ChangedSince();
          }
          const rows = new Map<string, DirectoryEntryTable>();
          const put = (row: DirectoryEntryTable) =>
            rows.set(`${row.kind} ${row.entry_id} ${row.first_day}`, row);
          for (const key of removed) put(rowOf(key, "", version));
          for (const entry of entries) put(rowOf(entry, storableText(JSON.stringify(entry)), version));
          await write(transaction, [...rows.values()]);
          return version;
        });
      } catch (error) {
        if (error instanceof ChangedSince) return undefined;
        throw error;
      }
    },
    seen: (practices: readonly string[]): Promise<SeenIds> => seenIds(engine, practices),
  };
}

export type DirectoryRepository = ReturnType<typeof createDirectoryRepository>;
