import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Engine } from "#room/server/store/engine.ts";
import { sealedTables } from "./sealed-columns.ts";

type Parts = Pick<Engine, "db" | "kind">;

/** How long older transactions may take, in milliseconds; each keeps what was removed since it began. */
const patience = 60_000;
/** A connection that is just being opened reads the catalog, too, and no view shows it: it gets this long. */
const openingMs = 1000;

/** Waits until every transaction that PostgreSQL has open now, even of its own maintenance, is over. */
async function untilOthersEnded({ db }: Pick<Parts, "db">): Promise<void> {
  const { rows } = await sql<{ now: string }>`select cast(clock_timestamp() as text) as now`.execute(db);
  const until = Date.now() + patience;
  await sleep(openingMs);
  for (;;) {
    const open = await sql<{
      pid: number;
    }>`select pid from pg_stat_activity where coalesce(datname, current_database()) = current_database()
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

/** Rewrites the database, which must be open alone, so that nothing overwritten or removed is left in its files. */
export async function rewriteFiles({ db, kind }: Parts): Promise<void> {
  if (kind === "sqlite") {
    await sql`vacuum`.execute(db);
    return;
  }
  await untilOthersEnded({ db });
  for (const table of [
    ...sealedTables.map((each) => each.table),
    "attachment_piece",
    "visit_word",
    "message_text",
  ])
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  await untilOthersEnded({ db });
  // PostgreSQL's statistics hold samples of what it analyzed. Only a superuser or the database's owner may do this.
  await sql`vacuum full pg_catalog.pg_statistic`.execute(db);
}
