import { type Kysely, sql } from "kysely";
import { randomBytes } from "node:crypto";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { beginWithKey, checkKeysOf, masterKeys, type KeySettings } from "#room/server/vault/open-vault.ts";
import { Vault } from "#room/server/vault/vault.ts";
import { type Clinic, createClinic } from "./clinic.ts";
import { type CodeSetRepository, createCodeSetRepository } from "./code-set-repository.ts";
import { type DirectoryRepository, createDirectoryRepository } from "./directory-repository.ts";
import { type EngineOptions, openEngine } from "./engine.ts";
import { type EventRepository, createEventRepository } from "./event-repository.ts";
import { type FetchedMailRepository, createFetchedMailRepository } from "./fetched-mail-repository.ts";
import { type MessageRepository, createMessageRepository } from "./message-repository.ts";
import { type Outbox, createOutbox } from "./outbox.ts";
import { migrate } from "./migrate.ts";
import { createProgramKeyRepository, type ProgramKeyRepository } from "./program-key-repository.ts";
import { createSentMessages, type SentMessages } from "./sent-messages.ts";
import { type SessionRepository, createSessionRepository } from "./session-repository.ts";
import type { Tables } from "./tables.ts";
import { settleRestore } from "./settle-restore.ts";
import { type ThrottleRepository, createThrottleRepository } from "./throttle-repository.ts";
import { type UserRepository, createUserRepository } from "./user-repository.ts";
import { createUserLinks, type UserLinks } from "./user-links.ts";
import { prepareChargeQueries } from "./charge-queries.ts";
import { createVisits } from "./visits/keep-visits.ts";
import type { Visits } from "./visits/visits.ts";

/** As much as a large charge. */
const probeBytes = 65_536;
/** Written at most this often while it succeeds. */
const knownForMs = 5000;

/**
 * Writes as much as a charge does, and commits it: a database on a full or read-only disk still answers queries.
 * Throws StoreUnavailable.
 */
function writeProbe(db: Kysely<Tables>): () => Promise<void> {
  let goodAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - goodAt < knownForMs) return;
    // Random, so that nothing compresses it.
    const content = randomBytes(probeBytes);
    await db
      .insertInto("write_probe")
      .values({ id: 1, content })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ content }))
      .execute();
    goodAt = performance.now();
  };
}

/** Everything the server stores, on either engine. Writes are durable when their promise resolves. */
export interface Store {
  readonly kind: "sqlite" | "postgres";
  /** For modules with their own tables (codes, audit): the same queries must run on both engines. */
  readonly db: Kysely<Tables>;
  /** The AUDIT_KEY that signs the head of the trail, if set. */
  readonly auditKey: string | undefined;
  /** The encryption keys. */
  readonly vault: Vault;
  /** Says on which day of the clinic an instant is. */
  readonly days: ClinicDays;
  readonly users: UserRepository;
  readonly userLinks: UserLinks;
  readonly sessions: SessionRepository;
  readonly throttle: ThrottleRepository;
  readonly events: EventRepository;
  readonly visits: Visits;
  readonly messages: MessageRepository;
  readonly fetchedMail: FetchedMailRepository;
  readonly sentMessages: SentMessages;
  readonly outgoingMail: Outbox;
  readonly codes: CodeSetRepository;
  readonly directory: DirectoryRepository;
  readonly clinic: Clinic;
  readonly programKeys: ProgramKeyRepository;
  /** Called after each commit of this process that may have changed a visit. */
  onVisitsChanged(listener: () => void): void;
  /** Resolves when the database responds and can be written to; throws when it does not. */
  ping(): Promise<void>;
  /** Finishes pending work and closes. */
  close(): Promise<void>;
}

export interface StoreOptions extends EngineOptions, KeySettings {
  readonly auditKey?: string | undefined;
  /** The clinic's, by whose days events are counted; default: UTC. */
  readonly clinicTimeZone?: string | undefined;
  /** Where a copy is made before the store is upgraded. */
  readonly backupFolder?: string | undefined;
  /** Receives what a person should know of an upgrade. */
  readonly say?: ((sentence: string) => void) | undefined;
}

/**
 * Opens the store and migrates its tables. `file:path` or `:memory:` is SQLite, `postgres://…` is PostgreSQL. Throws a
 * sentence that says what is wrong with the URL.
 */
export async function openStore(
  databaseUrl: string,
  {
    auditKey,
    dataKey,
    dataKeyFile,
    clinicTimeZone = "UTC",
    backupFolder,
    say = () => {},
    ...options
  }: StoreOptions = {},
): Promise<Store> {
  const masters = () => masterKeys({ dataKey, dataKeyFile });
  masters();
  const opened = await openEngine(databaseUrl, options);
  const { db } = opened;
  const vault = new Vault(db, masters);
  const days = new ClinicDays(clinicTimeZone);
  const engine = { ...opened, auditKey, vault, days };
  try {
    await checkKeysOf(db, masters());
    await migrate(engine, {
      beforeUpgrade: async () => {
        if (options.isAlone === true)
          throw new WrongSetting(
            "The database is of an older version: start the server once, stop it again, and then run this again.",
          );
        // Loaded only when needed, with the client of the other engine.
        const { copyBeforeUpgrade } = await import("./copy-before-upgrade.ts");
        await copyBeforeUpgrade({ databaseUrl, folder: backupFolder, say });
      },
    });
    await settleRestore(db, Date.now());
    engine.startLimits();
    await beginWithKey(db, masters());
    await vault.refresh();
    // By default SQLite leaves overwritten data in place until the space is needed; with this it writes zeros there.
    if (engine.kind === "sqlite" && masters().length > 0) await sql`pragma secure_delete = on`.execute(db);
  } catch (error) {
    await db.destroy();
    if (error instanceof WrongSetting) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `DATABASE_URL names a database whose tables cannot be made or brought up to date: ${reason}`;
    throw new WrongSetting(sentence, { cause: error });
  }
  const queries = prepareChargeQueries(engine);
  const probe = writeProbe(db);
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const events = createEventRepository(engine, queries, notify);
  const visits = createVisits(engine, queries, notify);
  return {
    kind: engine.kind,
    db,
    auditKey,
    vault,
    days,
    users: createUserRepository(engine),
    userLinks: createUserLinks(db),
    sessions: createSessionRepository(db),
    throttle: createThrottleRepository(db),
    events,
    visits,
    messages: createMessageRepository(engine),
    fetchedMail: createFetchedMailRepository(engine),
    sentMessages: createSentMessages(db),
    outgoingMail: createOutbox(engine),
    codes: createCodeSetRepository(db),
    directory: createDirectoryRepository(engine),
    clinic: createClinic(db),
    programKeys: createProgramKeyRepository({ db }),
    onVisitsChanged(listener) {
      listeners.push(listener);
    },
    async ping() {
      await db.selectFrom("counter").select("name").limit(1).execute();
      await probe();
    },
    async close() {
      await events.settled();
      await visits.settled();
      await db.destroy();
    },
  };
}
