import type { Kysely } from "kysely";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import type { Tables } from "./tables.ts";

import type { EngineKind } from "./engine-kind.ts";

/** A database and the queries' way to it. */
export interface Engine {
  readonly kind: EngineKind;
  readonly db: Kysely<Tables>;
}

/** Opens the engine that the address names. Throws a sentence that says what is wrong with it. */
export async function openEngine(databaseUrl: string): Promise<Engine> {
  if (/^postgres(ql)?:\/\//i.test(databaseUrl))
    return { kind: "postgres", db: await openPostgres(databaseUrl) };
  if (databaseUrl === ":memory:" || databaseUrl.startsWith("file:"))
    return { kind: "sqlite", db: openSqlite(databaseUrl) };
  throw new Error("DATABASE_URL must be file:<path>, :memory: or postgres://user:password@host/database");
}
