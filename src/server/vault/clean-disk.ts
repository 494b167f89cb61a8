import Database from "libsql";
import { sql } from "kysely";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import type { Engine } from "#room/server/store/engine.ts";
import { sealedTables } from "./sealed-columns.ts";

/** By a connection of its own: neither may be done within a transaction. */
function onFile(databaseUrl: string, statements: readonly string[]): void {
  const database = new Database(sqlitePathOf(databaseUrl));
  try {
    for (const statement of ["pragma busy_timeout = 10000", ...statements]) database.exec(statement);
  } finally {
    database.close();
  }
}

/** SQLite leaves what is written over where it was until its place is needed; told so, it writes zeros there. */
export async function wipeWhatIsReplaced({ db, kind }: Pick<Engine, "db" | "kind">): Promise<void> {
  if (kind === "sqlite") await sql`pragma secure_delete = on`.execute(db);
}

/** The journal beside an SQLite file has old pages until they are written over. */
export function emptyJournal(databaseUrl: string): void {
  if (databaseUrl.startsWith("file:")) onFile(databaseUrl, ["pragma wal_checkpoint(truncate)"]);
}

/** Writes the database anew, so that nothing is left of what was written over or removed. */
export async function cleanDisk({ db }: Pick<Engine, "db">, databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith("file:"))
    return onFile(databaseUrl, ["vacuum", "pragma wal_checkpoint(truncate)"]);
  for (const table of [...sealedTables.map((each) => each.table), "attachment_piece", "visit_word"])
    await sql`vacuum full ${sql.table(table)}`.execute(db);
}
