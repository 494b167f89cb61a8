import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely, type Transaction } from "kysely";
import { WrongSetting } from "#room/server/settings.ts";
import type { Engine, EngineKind } from "./engine.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/list.ts";
import { againAfterMs, serversLock, takeTurn } from "./leader.ts";
import type { Tables } from "./tables.ts";

/** Of programs up to version 1.2, which do not know the lock. */
const nameOfFormer = "visit-charge-console";
const nameOfServers = "visit-charge-console server";

/**
 * How connections are named to the database, by its last change that the program knows: one of another edition is at work,
 * also if it has lost its lock.
 */
export const serverName = `${nameOfServers} ${migrations.at(-1)?.name ?? ""}`;

const lookEveryMs = 250;
/** A server whose connection was lost holds no lock; by then it stands aside. */
const settleMs = 1.5 * againAfterMs;

interface UpgradeOptions {
  /** How long the servers of the former version may take to stop, in milliseconds. */
  readonly waitMs: number;
  readonly say: (sentence: string) => void;
  /** Called before it waits. */
  readonly onWait: (() => Promise<void>) | undefined;
}

/** Whether another process has the lock alone, as one does that upgrades. */
async function isAnotherUpgrading(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select pid from pg_locks
    where locktype = 'advisory' and objid = ${sql.lit(serversLock)} and objsubid = 1 and classid = 0
      and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}

/**
 * Runs an upgrade of a PostgreSQL database while no server is at work on it: one of a former version would misread what
 * the new one writes. Waits for them to stop, and for another process that does the same work, however long. Throws a
 * sentence if they do not stop.
 */
async function whileNoneServes(
  db: Kysely<Tables>,
  { waitMs, say, onWait }: UpgradeOptions,
  { isDone, work }: { isDone: () => Promise<boolean>; work: () => Promise<void> },
): Promise<void> {
  let until = Date.now() + waitMs;
  const lock = sql.lit(serversLock);
  await db.connection().execute(async (connection) => {
    const unlock = () => sql`select pg_advisory_unlock(${lock})`.execute(connection);
    const isAlone = async () => {
      const { rows } = await sql<{
        isOurs: boolean;
      }>`select pg_try_advisory_lock(${lock}) as "isOurs"`.execute(connection);
      if (rows[0]?.isOurs !== true) return false;
      const { rows: former } = await sql`select pid from pg_stat_activity
        where datname = current_database() and application_name <> ${serverName}
          and (application_name = ${nameOfFormer} or application_name like ${`${nameOfServers} %`})`.execute(
        connection,
      );
      if (former.length > 0) await unlock();
      return former.length === 0;
    };
    for (let isFirst = true; !(await isAlone()); isFirst = false) {
      if (await isDone()) return;
      const isOther = await isAnotherUpgrading(connection);
      if (isOther) until = Date.now() + waitMs;
      if (isFirst) {
        await onWait?.();
        say(
          isOther
            ? "Another process is upgrading the database; this one goes on after it."
            : "The database is upgraded once the servers of the former version have stopped.",
        );
      }
      if (Date.now() > until)
        throw new WrongSetting(
          "The database is of a former version, and servers of that version are still at work on it: stop them, then start this one again. Nothing was changed.",
        );
      await sleep(lookEveryMs);
    }
    try {
      if (!(await isDone())) await work();
    } finally {
      await unlock();
    }
  });
}

interface MigrationTable {
  schema_migration: { name: string; applied_at: number };
}

async function appliedTo(db: Kysely<MigrationTable>): Promise<Set<string>> {
  const rows = await db.selectFrom("schema_migration").select("name").execute();
  return new Set(rows.map((row) => row.name));
}

const known = new Set(migrations.map(({ name }) => name));

/** A newer version may store data in a way this one would misread or omit. Version 1.0 has steps before the first. */
export const isNewer = (name: string) => !known.has(name) && name > (migrations[0]?.name ?? "");

function refuseNewer(applied: ReadonlySet<string>): void {
  const newer = [...applied].find(isNewer);
  if (newer === undefined) return;
  throw new Error(
    `it was brought up to date by a newer edition of this server (${newer}). Start that edition, or give a copy from before`,
  );
}

interface MigrateOptions {
  /** Up to an older version, for tests. */
  readonly steps?: readonly Migration[];
  /** Called before a store that has tables is changed; if it throws, nothing is. */
  readonly beforeUpgrade?: () => Promise<void>;
  /** Absent: nothing else has the database open, or it is SQLite. */
  readonly others?: UpgradeOptions | undefined;
}

export async function migrate(
  { db, kind }: Engine,
  { steps = migrations, beforeUpgrade, others }: MigrateOptions = {},
): Promise<void> {
  // The bookkeeping table is not among the tables that queries may use.
  const plain = db as unknown as Kysely<MigrationTable>;
  let before: ReadonlySet<string> = new Set();
  const isDone = async () => {
    // An empty database has no such table.
    before = await appliedTo(plain).catch(() => new Set<string>());
    refuseNewer(before);
    return steps.every(({ name }) => before.has(name));
  };
  const work = async () => {
    if (before.size > 0 && others) await sleep(settleMs);
    if (before.size > 0) await beforeUpgrade?.();
    await applyTo(plain, kind, steps);
  };
  // Usually there is nothing to do, so do not wait for anyone.
  if (await isDone()) return;
  if (others) await whileNoneServes(db, others, { isDone, work });
  else await work();
}

const typesOfPostgres = {
  serial: "bigserial",
  integer: "bigint",
  bytes: "bytea",
  plainText: 'text collate "C"',
  byKey: "",
} as const;
const typesOfSqlite = {
  serial: "integer",
  integer: "integer",
  bytes: "blob",
  plainText: "text",
  byKey: "without rowid",
} as const;

async function applyTo(
  plain: Kysely<MigrationTable>,
  kind: EngineKind,
  steps: readonly Migration[],
): Promise<void> {
  await plain.transaction().execute(async (transaction) => {
    if (kind === "postgres") {
      for (const limit of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
        await sql`set local ${sql.raw(limit)} = 0`.execute(transaction);
      await takeTurn({ db: transaction, kind }, "migrations");
    }
    await transaction.schema
      .createTable("schema_migration")
      .ifNotExists()
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("applied_at", kind === "postgres" ? "bigint" : "integer", (column) => column.notNull())
      .execute();
    const applied = await appliedTo(transaction);
    refuseNewer(applied);
    for (const migration of steps) {
      if (applied.has(migration.name)) continue;
      await migration.up({
        // Migrations name tables that today's types may no longer have.
        db: transaction as unknown as Transaction<unknown>,
        kind,
        ...(kind === "postgres" ? typesOfPostgres : typesOfSqlite),
        async run(statements) {
          for (const statement of statements.split(/;$/m))
            if (statement.trim() !== "") await sql.raw(statement).execute(transaction);
        },
      });
      await transaction
        .insertInto("schema_migration")
        .values({ name: migration.name, applied_at: Date.now() })
        .execute();
    }
  });
}
