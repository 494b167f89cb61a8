import Database from "libsql";
import { sql } from "kysely";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import type { Engine } from "#room/server/store/engine.ts";
import { sealedTables } from "./sealed-columns.ts";

/** On its own connection: neither may be done within a transaction. */
function onFile(databaseUrl: string, statements: readonly string[]): void {
  const database = new Database(sqlitePathOf(databaseUrl));
  try {
    for (const statement of ["pragma busy_timeout = 10000", ...statements]) database.exec(statement);
  } finally {
    database.close();
  }
}

/** By default SQLite leaves overwritten data in place until the space is needed; with this it writes zeros there. */
export async function wipeWhatIsReplaced({ db, kind }: Pick<Engine, "db" | "kind">): Promise<void> {
  if (kind === "sqlite") await sql`pragma secure_delete = on`.execute(db);
}

/** The journal next to an SQLite file contains old pages until they are overwritten. */
export function emptyJournal(databaseUrl: string): void {
  if (databaseUrl.startsWith("file:")) onFile(databaseUrl, ["pragma wal_checkpoint(truncate)"]);
}

/** Rewrites the database, so that nothing overwritten or removed is left on the disk. */
export async function cleanDisk({ db }: Pick<Engine, "db">, databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith("file:"))
    return onFile(databaseUrl, ["vacuum", "pragma wal_checkpoint(truncate)"]);
  for (const table of [...sealedTables.map((each) => each.table), "attachment_piece", "visit_word"])
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  // PostgreSQL's statistics hold samples of what it analyzed. Only a superuser or the database's owner may do this.
  await sql`vacuum full pg_catalog.pg_statistic`.execute(db);
}
