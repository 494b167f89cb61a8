import type { Kysely } from "kysely";
import { openSqlite } from "./open-sqlite.ts";
import type { Tables } from "./tables.ts";

import type { EngineKind } from "./engine-kind.ts";
import type { Vault } from "#room/server/vault/vault.ts";

/** A database and the queries' way to it. */
export interface Engine {
  readonly kind: EngineKind;
  readonly db: Kysely<Tables>;
  /** For reads that take long: they hold up no other work of this process. */
  readonly aside: Kysely<Tables>;
  /** To be called when the tables are up to date: from then on no statement may take long. */
  startLimits(): void;
  /** Of AUDIT_KEY: what the head of the trail is written under. */
  readonly auditKey?: string | undefined;
}

/** An engine with the keys of what it keeps. */
export interface KeyedEngine extends Engine {
  readonly vault: Vault;
}

export interface EngineOptions {
  /** Told in a sentence what befalls the database while nobody asks it anything. */
  readonly tell?: ((sentence: string) => void) | undefined;
  /** How long a statement may take or wait, in milliseconds. Who asks the server should hear before giving up. */
  readonly patienceMs?: number | undefined;
}

const usualPatienceMs = 10_000;

/** Opens the engine that the address names. Throws a sentence that says what is wrong with it. */
export async function openEngine(
  databaseUrl: string,
  { tell = () => {}, patienceMs = usualPatienceMs }: EngineOptions = {},
): Promise<Engine> {
  if (/^postgres(ql)?:\/\//i.test(databaseUrl)) {
    // With its client only where it is used: that is 15 MB.
    const { openPostgres } = await import("./open-postgres.ts");
    const opened = await openPostgres(databaseUrl, patienceMs);
    return { kind: "postgres", aside: opened.db, ...opened };
  }
  if (databaseUrl === ":memory:" || databaseUrl.startsWith("file:"))
    return { kind: "sqlite", ...openSqlite(databaseUrl, { tell, patienceMs }), startLimits: () => {} };
  throw new Error("DATABASE_URL must be file:<path>, :memory: or postgres://user:password@host/database");
}
