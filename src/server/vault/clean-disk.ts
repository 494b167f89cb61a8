import Database from "libsql";
import { setTimeout as sleep } from "node:timers/promises";
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

/** How long older transactions may take, in milliseconds; each keeps what was removed since it began. */
const patience = 60_000;

/** Waits until every transaction that PostgreSQL has open now, even of its own maintenance, is over. */
async function untilOthersEnded({ db }: Pick<Engine, "db">): Promise<void> {
  const { rows } = await sql<{ now: string }>`select cast(clock_timestamp() as text) as now`.execute(db);
  const until = Date.now() + patience;
  for (;;) {
    const open = await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and xact_start <= cast(${rows[0]?.now} as timestamptz)`.execute(db);
    const [first] = open.rows;
    if (!first) return;
    if (Date.now() > until)
      throw new Error(
        `A transaction keeps old data on the disk (process ${first.pid}). End it and run again.`,
      );
    await sleep(100);
  }
}

/** Rewrites the database, so that nothing overwritten or removed is left on the disk. */
export async function cleanDisk({ db }: Pick<Engine, "db">, databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith("file:"))
    return onFile(databaseUrl, ["vacuum", "pragma wal_checkpoint(truncate)"]);
  await untilOthersEnded({ db });
  for (const table of [...sealedTables.map((each) => each.table), "attachment_piece", "visit_word"])
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  await untilOthersEnded({ db });
  // PostgreSQL's statistics hold samples of what it analyzed. Only a superuser or the database's owner may do this.
  await sql`vacuum full pg_catalog.pg_statistic`.execute(db);
}
