import { type Kysely, sql, type QueryExecutorProvider } from "kysely";
import type { EngineKind } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** Ours among PostgreSQL's advisory locks; the second number is the task's. */
const lockSpace = 7_214;

/** Arbitrary numbers among them, too: what transactions of all processes take turns at. */
const turns = { migrations: 7_214_001, trail: 7_214_002, administrators: 7_214_003, addresses: 7_214_009 };
/** Shared by the servers at work on a database; who upgrades its tables has it alone. */
export const serversLock = 7_214_010;

/** Holds it until the transaction ends, alone or with others that share it. SQLite has one writer. */
export async function takeTurn(
  { db, kind }: { readonly db: QueryExecutorProvider; readonly kind: EngineKind },
  at: keyof typeof turns,
  isShared = false,
): Promise<void> {
  const lock = sql.raw(isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  if (kind === "postgres") await sql`select ${lock}(${sql.lit(turns[at])})`.execute(db);
}

/** A server that has lost the connection with its lock knows after this time whether it may go on. */
export const againAfterMs = 1000;

/** The work that only one process on the database may do at a time. */
export type SoleTask = "backup" | "first-run" | "mail" | "recount" | "trail";

/** Runs the work, or returns undefined at once while another process, or another call, runs this task. */
export type RunAlone = <T>(task: SoleTask, work: () => Promise<T>) => Promise<T | undefined>;

/**
 * With PostgreSQL the lock is held by a connection of its own, so that it is let go when the process dies. With SQLite
 * there is one process.
 */
export function createRunAlone({ kind, db }: { kind: EngineKind; db: Kysely<Tables> }): RunAlone {
  const running = new Set<SoleTask>();
  async function lockedFor<T>(task: SoleTask, work: () => Promise<T>): Promise<T | undefined> {
    if (kind === "sqlite") return work();
    return db.connection().execute(async (connection) => {
      const lock = sql`${sql.lit(lockSpace)}, hashtext(${task})`;
      const { rows } = await sql<{
        isOurs: boolean;
      }>`select pg_try_advisory_lock(${lock}) as "isOurs"`.execute(connection);
      if (rows[0]?.isOurs !== true) return undefined;
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      }
    });
  }
  return async (task, work) => {
    if (running.has(task)) return undefined;
    running.add(task);
    try {
      return await lockedFor(task, work);
    } finally {
      running.delete(task);
    }
  };
}
