import type { Kysely } from "kysely";
import type { ClinicDays } from "#room/billing/clinic-days.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { openSqlite, openSqliteAlone } from "./open-sqlite.ts";
import type { Tables } from "./tables.ts";
import type { OnQuery } from "./timed-query.ts";
import type { Vault } from "#room/server/vault/vault.ts";

export type EngineKind = "sqlite" | "postgres";

/** The connections of a process: open ones, those that nothing uses, and callers that wait for one. */
export interface PoolUse {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export interface Engine {
  readonly kind: EngineKind;
  readonly db: Kysely<Tables>;
  /** For long reads, which do not block other work of this process. */
  readonly aside: Kysely<Tables>;
  /** For figures of many visits: a few at a time, each statement as long as people wait for a year's. */
  readonly sums: Kysely<Tables>;
  /** For the overview and reports, which may be some seconds old: a replica's, if there is one; otherwise `sums`. */
  readonly overview: Kysely<Tables>;
  /** How the connections of this process are used; SQLite has none to wait for. */
  readonly pool?: PoolUse | undefined;
  /** Call once the tables are migrated: from then on statements have a time limit. */
  startLimits(): void;
  /** While it is true, this process uses the database no more: callers get a StoreUnavailable (PostgreSQL). */
  standAside?(isAside: boolean): void;
  /** The AUDIT_KEY, which signs the head of the trail. */
  readonly auditKey?: string | undefined;
}

export interface KeyedEngine extends Engine {
  /** Names this process in what it tells others on the database. */
  readonly ownId: string;
  readonly days: ClinicDays;
  readonly vault: Vault;
}

export interface EngineOptions {
  /** Receives sentences about database problems that occur outside of any request. */
  readonly report?: ((sentence: string) => void) | undefined;
  /** How long a statement may take or wait, in milliseconds. Callers should get an answer before giving up. */
  readonly patienceMs?: number | undefined;
  /** Called after each statement. */
  readonly onQuery?: OnQuery | undefined;
  /** A replica of the database (PostgreSQL), which answers what may be some seconds old. */
  readonly readDatabaseUrl?: string | undefined;
  /** Refuses a database that something else has open, and lets a statement take hours. */
  readonly isAlone?: boolean | undefined;
  /** The file of a store that `:memory:` begins as a copy of. */
  readonly copyOf?: string | undefined;
}

const usualPatienceMs = 10_000;
/** As libpq takes them, which the client does not. */
const severalHosts = /^\w+:\/\/(?:[^/]*@)?[^/@?]*,/;

/** Opens the engine named by the URL. Throws a sentence that says what is wrong with it. */
export async function openEngine(
  databaseUrl: string,
  { patienceMs = usualPatienceMs, ...options }: EngineOptions = {},
): Promise<Engine> {
  if (/^postgres(ql)?:\/\//i.test(databaseUrl)) {
    if (severalHosts.test(databaseUrl))
      throw new WrongSetting(
        "DATABASE_URL names several hosts; give one address that leads to the primary, also after a failover.",
      );
    // Loaded only when used: the client takes 15 MB.
    const { openPostgres } = await import("./open-postgres.ts");
    const opened = await openPostgres(databaseUrl, patienceMs, options);
    return { kind: "postgres", aside: opened.db, ...opened };
  }
  const isFile = databaseUrl.startsWith("file:");
  if (isFile || databaseUrl === ":memory:") {
    const { report = () => {}, isAlone, copyOf, onQuery } = options;
    const sqliteOptions = { report, patienceMs, copyOf, onQuery };
    const opened =
      isAlone === true && isFile
        ? await openSqliteAlone(databaseUrl, sqliteOptions)
        : openSqlite(databaseUrl, sqliteOptions);
    return { kind: "sqlite", overview: opened.sums, ...opened, startLimits: () => {} };
  }
  throw new Error("DATABASE_URL must be file:<path>, :memory: or postgres://user:password@host/database");
}
