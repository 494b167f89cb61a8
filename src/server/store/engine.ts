import type { Kysely } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { openSqlite, openSqliteAlone } from "./open-sqlite.ts";
import type { Tables } from "./tables.ts";
import type { Vault } from "#room/server/vault/vault.ts";

export type EngineKind = "sqlite" | "postgres";

/** A database and its query builder. */
export interface Engine {
  readonly kind: EngineKind;
  readonly db: Kysely<Tables>;
  /** For long reads, which do not block other work of this process. */
  readonly aside: Kysely<Tables>;
  /** Call once the tables are migrated: from then on statements have a time limit. */
  startLimits(): void;
  /** The AUDIT_KEY, which signs the head of the trail. */
  readonly auditKey?: string | undefined;
}

/** An engine with its encryption keys and the clinic’s clock. */
export interface KeyedEngine extends Engine {
  readonly days: ClinicDays;
  readonly vault: Vault;
}

export interface EngineOptions {
  /** Receives sentences about database problems that occur outside of any request. */
  readonly report?: ((sentence: string) => void) | undefined;
  /** How long a statement may take or wait, in milliseconds. Callers should get an answer before giving up. */
  readonly patienceMs?: number | undefined;
  /** Refuses a database that something else has open, and lets a statement take hours. */
  readonly isAlone?: boolean | undefined;
}

const usualPatienceMs = 10_000;

/** Opens the engine named by the URL. Throws a sentence that says what is wrong with it. */
export async function openEngine(
  databaseUrl: string,
  { report = () => {}, patienceMs = usualPatienceMs, isAlone = false }: EngineOptions = {},
): Promise<Engine> {
  if (/^postgres(ql)?:\/\//i.test(databaseUrl)) {
    // Loaded only when used: the client takes 15 MB.
    const { openPostgres } = await import("./open-postgres.ts");
    const opened = await openPostgres(databaseUrl, patienceMs, { isAlone });
    return { kind: "postgres", aside: opened.db, ...opened };
  }
  const options = { report, patienceMs };
  if (isAlone && databaseUrl.startsWith("file:"))
    return { kind: "sqlite", ...(await openSqliteAlone(databaseUrl, options)), startLimits: () => {} };
  if (databaseUrl === ":memory:" || databaseUrl.startsWith("file:"))
    return { kind: "sqlite", ...openSqlite(databaseUrl, options), startLimits: () => {} };
  throw new Error("DATABASE_URL must be file:<path>, :memory: or postgres://user:password@host/database");
}
