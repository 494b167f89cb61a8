import { Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { WrongSetting } from "#room/server/settings.ts";
import { boundedPool, type QueryLimits } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

const int8 = 20;

/** Here a statement ends later than on the server, whose words say more: this is for one that says nothing at all. */
const silenceMs = 2000;
/** The largest tables may be rewritten when a new edition starts. */
const migrationLimitMs = 6 * 3600_000;

/** PostgreSQL by its address. Whole numbers come as numbers: no value of ours passes 2^53. */
export async function openPostgres(databaseUrl: string, patienceMs: number) {
  const limits: QueryLimits = { milliseconds: migrationLimitMs };
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    application_name: "visit-charge-console",
    // A charge is answered only when it would survive a power cut, whatever the cluster's own setting is.
    // A process that stands still in a transaction holds up the charges of all others; it loses it after a minute.
    options: `-c synchronous_commit=on -c idle_in_transaction_session_timeout=60000 -c statement_timeout=${patienceMs}`,
    connectionTimeoutMillis: patienceMs / 2,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)),
    },
  });
  // A connection that breaks is replaced by the pool; unheard, its error would end the process, idle or at work.
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
  return {
    db,
    /** From here on statements are short. */
    startLimits() {
      limits.milliseconds = patienceMs + silenceMs;
    },
  };
}
