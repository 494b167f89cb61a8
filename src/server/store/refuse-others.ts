import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { WrongSetting } from "#room/server/settings.ts";
import type { Tables } from "./tables.ts";

/** Connections that are about to close get this long, in milliseconds. */
const patience = 2000;

/** Said where a store is to be opened alone. */
export function inUse(): WrongSetting {
  return new WrongSetting(
    "The database is in use: stop the server, and whatever else has it open, and run this again. Nothing was changed.",
  );
}

/** Repeats until it works, while others are about to end. */
export async function patiently<T>(work: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    const result = await work();
    if (result !== undefined) return result;
    if (Date.now() > until) throw inUse();
    await sleep(50);
  }
}

/** Throws a sentence if another program is connected to a PostgreSQL database. */
export async function refuseOthers(db: Kysely<Tables>): Promise<void> {
  await patiently(async () => {
    const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and usesysid is not null and backend_type is distinct from 'walsender'
      limit 1`.execute(db);
    return rows.length === 0 ? true : undefined;
  });
}
