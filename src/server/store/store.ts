import { type Kysely, sql, type Transaction } from "kysely";
import { randomBytes, randomUUID } from "node:crypto";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { beginWithKey, checkKeysOf, masterKeys, type KeySettings } from "#room/server/vault/open-vault.ts";
import { Vault } from "#room/server/vault/vault.ts";
import { createClinic, createLetterWords } from "./clinic.ts";
import { inTransaction } from "./rows.ts";
import { createCodeSetRepository } from "./code-set-repository.ts";
import { createDirectoryRepository } from "./directory-repository.ts";
import { type EngineOptions, type KeyedEngine, openEngine } from "./engine.ts";
import { DaySheets } from "./figures/day-sheets.ts";
import { createReports } from "./figures/reports.ts";
import type { FigureScope } from "./figures/figure-scope.ts";
import { chargedInvoices } from "./invoices/charged-invoices.ts";
import { createEventRepository } from "./event-repository.ts";
import { createFetchedMailRepository } from "./fetched-mail-repository.ts";
import { createMessageRepository } from "./message-repository.ts";
import { createOutbox } from "./outbox.ts";
import { migrate } from "./migrate.ts";
import type { OtherServers } from "./other-servers.ts";
import { createProgramKeyRepository } from "./program-key-repository.ts";
import { createSharedMailboxes } from "./shared-mailboxes.ts";
import { createMailSettings } from "./mail-settings.ts";
import { createDrafts } from "./drafts.ts";
import { createDeliveryNotices } from "./delivery-notices.ts";
import { createSentMessages } from "./sent-messages.ts";
import { createSessionRepository } from "./session-repository.ts";
import type { Tables } from "./tables.ts";
import { settleRestore } from "./settle-restore.ts";
import { createThrottleRepository } from "./throttle-repository.ts";
import { createUserRepository } from "./user-repository.ts";
import { createRunAlone } from "./leader.ts";
import { createFirstRunSecrets, createUserLinks } from "./user-links.ts";
import { createVisits } from "./visits/visit-repository.ts";

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

/** What people administer, on a connection or in one transaction. */
const actsOn = (engine: KeyedEngine) => ({
  /** For modules with their own tables (codes, audit): the same queries must run on both engines. */
  db: engine.db,
  vault: engine.vault,
  users: createUserRepository(engine),
  userLinks: createUserLinks(engine.db),
  sessions: createSessionRepository(engine),
  mailSettings: createMailSettings(engine),
  sharedMailboxes: createSharedMailboxes(engine),
  letterWords: createLetterWords(engine.db),
  directory: createDirectoryRepository(engine),
  clinic: createClinic(engine.db),
  programKeys: createProgramKeyRepository(engine),
});

export type Within = ReturnType<typeof actsOn> & { readonly db: Transaction<Tables> };

export interface StoreOptions extends EngineOptions, KeySettings {
  readonly auditKey?: string | undefined;
  /** The clinic's, by whose days events are counted; default: UTC. */
  readonly clinicTimeZone?: string | undefined;
  readonly backupFolder?: string | undefined;
  /** Receives what a person should know of an upgrade. */
  readonly say?: ((sentence: string) => void) | undefined;
  /** Called before the tables of a former version are copied and upgraded, or another process is waited for that does. */
  readonly onUpgrade?: (() => Promise<void>) | undefined;
  /** How long an upgrade waits for the servers of the former version to stop, in milliseconds. */
  readonly upgradeWaitMs?: number | undefined;
}

/**
 * Opens everything the server stores and migrates its tables. Writes are durable when their promise resolves. `file:path` or `:memory:` is SQLite, `postgres://…` is PostgreSQL. Throws a
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
    onUpgrade,
    upgradeWaitMs: waitMs = 60_000,
    ...options
  }: StoreOptions = {},
) {
  const masters = () => masterKeys({ dataKey, dataKeyFile });
  masters();
  const opened = await openEngine(databaseUrl, options);
  const { db } = opened;
  const vault = new Vault(db, masters);
  const days = new ClinicDays(clinicTimeZone);
  const engine = { ...opened, auditKey, vault, days, ownId: randomUUID() };
  try {
    await checkKeysOf(db, masters());
    await migrate(engine, {
      others:
        engine.kind === "sqlite" || options.isAlone === true ? undefined : { waitMs, say, onWait: onUpgrade },
      beforeUpgrade: async () => {
        if (options.isAlone === true)
          throw new WrongSetting(
            "The database is of an older version: start the server once, stop it again, and then run this again.",
          );
        await onUpgrade?.();
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
  const probe = writeProbe(db);
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const events = createEventRepository(engine, notify);
  const visits = createVisits(engine, notify);
  const daySheets = new DaySheets(engine);
  let others: OtherServers | undefined;
  const basedOn = (of: Kysely<Tables>) => actsOn({ ...engine, db: of });
  return {
    ...basedOn(db),
    kind: engine.kind,
    /** All or nothing: nothing else of the store may be waited for in it. */
    inOne: <T>(work: (within: Within) => Promise<T>): Promise<T> =>
      inTransaction(db, async (transaction) => work({ ...basedOn(transaction), db: transaction })),
    pool: engine.pool,
    /** The AUDIT_KEY that signs the head of the trail, if set. */
    auditKey,
    days,
    throttle: createThrottleRepository(db),
    events,
    visits,
    daySheets,
    report: createReports(engine),
    chargedInvoices: (scope: FigureScope) => chargedInvoices(engine, scope),
    messages: createMessageRepository(engine),
    fetchedMail: createFetchedMailRepository(engine),
    sentMessages: createSentMessages(engine),
    deliveryNotices: createDeliveryNotices(engine),
    outgoingMail: createOutbox(engine),
    drafts: createDrafts(engine),
    codes: createCodeSetRepository(db),
    firstRunSecrets: createFirstRunSecrets(db),
    runAlone: createRunAlone(engine),
    /** Called after each commit that may have changed a visit: of this process, and of others that are heard. */
    onVisitsChanged(listener: () => void) {
      listeners.push(listener);
    },
    /**
     * From now on this process is at work on the database: it hears of other processes' changes, and no newer version
     * upgrades the tables under it. `outdated`: one did, while the connection was lost. Throws a sentence if one does now.
     */
    async joinServers(outdated: () => void): Promise<void> {
      if (engine.kind === "sqlite") return;
      const { OtherServers } = await import("./other-servers.ts");
      let isAside = false;
      const standAside = (now: boolean) => {
        isAside = now;
        engine.standAside?.(now);
      };
      others = new OtherServers({ databaseUrl, ownId: engine.ownId, heard: notify, outdated, standAside });
      await others.begun;
      if (!isAside) return;
      await others.end();
      await db.destroy();
      throw new WrongSetting(
        "A newer version is upgrading the database: this server stops. Start that version.",
      );
    },
    /** False if only a look finds what other processes changed. */
    hearsOthers: () => others?.isHeard === true,
    /** Resolves when the database responds and can be written to; throws when it does not. */
    async ping(): Promise<void> {
      await db.selectFrom("last_number").select("name").limit(1).execute();
      await probe();
    },
    async close(): Promise<void> {
      await events.settled();
      await visits.settled();
      await others?.end();
      await db.destroy();
    },
  };
}

export type Store = Awaited<ReturnType<typeof openStore>>;
