import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { Pool, type PoolConfig, types } from "pg";
import { WrongSetting } from "#room/server/settings.ts";
import { boundedPool, type QueryLimits } from "./postgres-pool.ts";
import { serverName } from "./migrate.ts";
import { refuseOthers } from "./refuse-others.ts";
import { replicaPool } from "./replica-pool.ts";
import type { Tables } from "./tables.ts";
import { type OnQuery, queryLog } from "./timed-query.ts";

const int8 = 20;

/**
 * The client's limit is later than the server's, whose message says more; this one is for a server that says nothing.
 */
const silenceMs = 2000;
/** A new connection costs the first requests after a pause tens of milliseconds, so idle ones stay open for a while. */
const idleMs = 600_000;
/** The overview waits this long for a replica that is away, and then asks the primary. */
const replicaConnectMs = 1000;
/**
 * How long a statement waits for a lock. All charges pass through one row: those behind a stalled one are told to come
 * back, instead of filling the pool.
 */
const lockMs = 3000;
/** A year's figures of a large clinic may take so many times as long as anything else. */
const sumsPatience = 6;
/** A new version may rewrite the largest tables at startup. */
const migrationLimitMs = 6 * 3600_000;

/**
 * A charge is answered only once it would survive a power failure, whatever the cluster's own setting. A process that
 * stalls in a transaction blocks everybody's charges, so it loses it soon. On today's disks a row found by an index
 * costs hardly more than the next one. Compiling (jit) took half a second of an overview that runs in 50 ms.
 */
function sessionSettings(patienceMs: number, isAlone: boolean): string {
  const limits = {
    statement_timeout: patienceMs,
    lock_timeout: Math.min(lockMs, patienceMs),
    idle_in_transaction_session_timeout: Math.max(1000, patienceMs / 2),
  };
  const always = { synchronous_commit: "on", random_page_cost: 1.1, jit: "off" };
  return Object.entries({ ...always, ...(isAlone ? {} : limits) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

interface PostgresOptions {
  readonly isAlone?: boolean | undefined;
  readonly readDatabaseUrl?: string | undefined;
  readonly report?: ((sentence: string) => void) | undefined;
  readonly onQuery?: OnQuery | undefined;
}

function openPool(url: string, options: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: serverName,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)),
    },
    ...options,
  });
  // The pool replaces a broken connection; an unhandled error event would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Opens PostgreSQL by its URL. Integers are returned as numbers: none of ours exceeds 2^53. */
export async function openPostgres(
  databaseUrl: string,
  patienceMs: number,
  { isAlone = false, readDatabaseUrl, report = () => {}, onQuery }: PostgresOptions = {},
) {
  const limits: QueryLimits = { milliseconds: migrationLimitMs };
  const pool = openPool(databaseUrl, {
    max: isAlone ? 1 : 10,
    options: sessionSettings(patienceMs, isAlone),
    connectionTimeoutMillis: patienceMs / 2,
  });
  const kyselyOn = (used: PostgresPool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: used }), ...queryLog(onQuery) });
  const primary = boundedPool(pool, limits);
  const longMs = sumsPatience * patienceMs;
  const longLimits: QueryLimits = { milliseconds: migrationLimitMs };
  const longReads = {
    max: 4,
    options: `${sessionSettings(longMs, isAlone)} -c default_transaction_read_only=on`,
  };
  // Connections of their own: others find one however many sums are made.
  const sumsPool = isAlone
    ? undefined
    : boundedPool(openPool(databaseUrl, { ...longReads, connectionTimeoutMillis: longMs }), longLimits);
  const replica =
    readDatabaseUrl === undefined
      ? undefined
      : openPool(readDatabaseUrl, { ...longReads, connectionTimeoutMillis: replicaConnectMs });
  const end = async () => {
    await Promise.all([primary.end(), sumsPool?.end(), replica?.end()]);
  };
  const db = kyselyOn({ connect: () => primary.connect(), end });
  const sums = sumsPool ? kyselyOn(sumsPool) : db;
  const overview = replica
    ? kyselyOn(replicaPool({ replica, primary: sumsPool ?? primary, limits: longLimits, report }))
    : sums;
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
    sums,
    overview,
    pool,
    /** From here on statements are limited. */
    startLimits() {
      if (isAlone) return;
      limits.milliseconds = patienceMs + silenceMs;
      longLimits.milliseconds = longMs + silenceMs;
    },
    standAside(isAside: boolean) {
      for (const each of [limits, longLimits]) each.isAside = isAside;
    },
  };
}
