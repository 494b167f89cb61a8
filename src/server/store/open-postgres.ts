import { Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { WrongSetting } from "#room/server/settings.ts";
import { boundedPool, type QueryLimits } from "./postgres-pool.ts";
import { refuseOthers } from "./refuse-others.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;

/**
 * The client's limit is later than the server's, whose message says more; this one is for a server that says nothing.
 */
const silenceMs = 2000;
/** A new connection costs the first requests after a pause tens of milliseconds, so idle ones stay open for a while. */
const idleMs = 600_000;
/** A new version may rewrite the largest tables at startup. */
const migrationLimitMs = 6 * 3600_000;

/** Opens PostgreSQL by its URL. Integers are returned as numbers: none of ours exceeds 2^53. */
export async function openPostgres(databaseUrl: string, patienceMs: number, { isAlone = false } = {}) {
  const limits: QueryLimits = { milliseconds: migrationLimitMs };
  const pool = new Pool({
    connectionString: databaseUrl,
    max: isAlone ? 1 : 10,
    application_name: "visit-charge-console",
    // On today's disks a row found by an index costs hardly more than the next one.
    // A charge is answered only once it would survive a power failure, whatever the cluster's own setting. A process
    // that stalls in a transaction blocks everybody's charges, so it loses it after a minute.
    options: `-c synchronous_commit=on -c idle_in_transaction_session_timeout=60000 -c random_page_cost=1.1 -c statement_timeout=${isAlone ? 0 : patienceMs}`,
    connectionTimeoutMillis: patienceMs / 2,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)),
    },
  });
  // The pool replaces a broken connection; an unhandled error event would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: boundedPool(pool, limits) }) });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await db.destroy();
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongSetting(
      `DATABASE_URL names a database that does not answer: ${reason || "no connection"}`,
      { cause: error },
    );
  }
  if (isAlone)
    await refuseOthers(db).catch(async (error: unknown) => {
      await db.destroy();
      throw error;
    });
  return {
    db,
    /** From here on statements are limited. */
    startLimits() {
      if (!isAlone) limits.milliseconds = patienceMs + silenceMs;
    },
  };
}
