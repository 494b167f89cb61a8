import type { PostgresPool } from "kysely";
import type { Pool } from "pg";
import { CallerGone } from "./caller-gone.ts";
import { boundedPool, type QueryLimits } from "./postgres-pool.ts";

/** A replica further behind than this is not asked. */
const mostSecondsBehind = 30;
/** One that did not answer is not asked again for this long. */
const pauseMs = 5000;

/**
 * How old the replica's state is. Without a connection to its primary, or while it catches up, the last transaction
 * tells; having caught up, that may be hours old and yet the newest.
 */
const secondsBehind = `select case
    when not pg_is_in_recovery() then 0
    when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select 1 from pg_stat_wal_receiver) then 0
    else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 1e9)
  end::float8 as seconds`;

interface Parts {
  readonly replica: Pool;
  /** Asked instead, while the replica is away or behind. */
  readonly primary: PostgresPool;
  readonly limits: QueryLimits;
  readonly report: (sentence: string) => void;
}

/** Connections to a replica, or to the primary when the replica cannot tell the present state. */
export function replicaPool({ replica, primary, limits, report }: Parts): PostgresPool {
  const pool = boundedPool(replica, limits);
  let isUsed = true;
  let askAgainAt = 0;
  const tell = (isUsable: boolean, reason: string) => {
    if (isUsable !== isUsed) report(reason);
    isUsed = isUsable;
  };
  /** A connection to it if it is there and up to date. */
  async function connectToReplica() {
    if (performance.now() < askAgainAt) return undefined;
    try {
      const client = await pool.connect();
      try {
        const { rows } = await client.query<{ seconds: number }>(secondsBehind, []);
        const seconds = rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
        if (seconds <= mostSecondsBehind) {
          tell(true, "The replica is up to date again: the overview and reports are read from it.");
          return client;
        }
        tell(false, "The replica is behind: the overview and reports are read from the main database.");
      } catch (error) {
        client.release();
        throw error;
      }
      client.release();
    } catch (error) {
      if (error instanceof CallerGone) throw error;
      tell(false, "The replica does not answer: the overview and reports are read from the main database.");
    }
    askAgainAt = performance.now() + pauseMs;
    return undefined;
  }
  return {
    connect: async () => (await connectToReplica()) ?? primary.connect(),
    end: () => pool.end(),
  };
}
