import { sql, type Kysely, type Transaction } from "kysely";
import type { Engine } from "./engine.ts";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations/list.ts";

interface MigrationTable {
  schema_migration: { name: string; applied_at: number };
}

/** An arbitrary constant that serializes processes starting at once (PostgreSQL; SQLite has a single writer). */
const advisoryLock = 7_214_001;

async function appliedTo(db: Kysely<MigrationTable>): Promise<Set<string>> {
  const rows = await db.selectFrom("schema_migration").select("name").execute();
  return new Set(rows.map((row) => row.name));
}

/** A newer version may store data in a way this one would misread or omit. */
function refuseNewer(applied: ReadonlySet<string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied].find((name) => !known.has(name));
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
}

/** Applies missing migrations, all or nothing, one process at a time. */
export async function migrate(
  { db, kind }: Engine,
  { steps = migrations, beforeUpgrade }: MigrateOptions = {},
): Promise<void> {
  // The bookkeeping table is not among the tables that queries may use.
  const plain = db as unknown as Kysely<MigrationTable>;
  // Usually there is nothing to do, so do not wait for writers. An empty database has no such table.
  const before = await appliedTo(plain).catch(() => new Set<string>());
  refuseNewer(before);
  if (steps.every(({ name }) => before.has(name))) return;
  if (before.size > 0) await beforeUpgrade?.();
  await plain.transaction().execute(async (transaction) => {
    if (kind === "postgres") {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
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
        serial: kind === "postgres" ? "bigserial" : "integer",
        integer: kind === "postgres" ? "bigint" : "integer",
        bytes: kind === "postgres" ? "bytea" : "blob",
      });
      await transaction
        .insertInto("schema_migration")
        .values({ name: migration.name, applied_at: Date.now() })
        .execute();
    }
  });
}
