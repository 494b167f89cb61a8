import { Database, databaseNameOf } from "./storage/database.ts";
import { browserEnvironment, type Environment } from "./browser/environment.ts";
import { type TabChannel, tabChannel } from "./tabs/tab-channel.ts";
import type { TabMessage } from "./tabs/tab-messages.ts";
import type { LeaseParts } from "./storage/draft-lease.ts";
import { EncryptedStore } from "./storage/encrypted-store.ts";
import { exportWorkspace } from "./export-workspace.ts";
import { StorageFailure } from "./browser/failures.ts";
import { type KeptDirectory, noDirectory } from "./storage/kept-directory.ts";
import { keptDoc } from "./storage/kept-doc.ts";
import type {
  ChargeTemplate,
  Contact,
  KeptCode,
  NoteDrafts,
  Preferences,
  ReadMarks,
} from "./storage/kept-value.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { MessageStore } from "./messages/message-store.ts";
import { OutboxService } from "./outbox/outbox-service.ts";
import type { Sender } from "./outbox/outbox.ts";
import { Vault } from "./keys/vault.ts";
import type { Summarise } from "./visits/visit-record.ts";
import { VisitStore } from "./visits/visit-store.ts";
import type { Usage, Workspace } from "./workspace.ts";
import type { Protection, UnlockWith } from "#room/workspace/keys/key-ring.ts";

export interface OpenOptions extends UnlockWith {
  readonly userName: string;
  /** Separates workspaces of the same user name, such as a demo's. */
  readonly realm?: string;
  readonly sender: Sender;
  /** What summarizes an event for the queue. */
  summariser(): Promise<Summarise>;
  /** Whether the service has declared that repeating an event never creates a second invoice. */
  repeatsAreSafe(): boolean;
  /** Whether examples may be sent, because the service is a demo. Default: no. */
  examplesMayLeave?(): boolean;
  /** Whether the service tracks who has which visit; then only that user sends it. Default: no. */
  hasClaims?(): boolean;
  /** The service's clock, in milliseconds since 1970. Default: this computer's clock. */
  serviceNow?(): number;
  readonly environment?: Environment;
}

/** How long final writes may take before the key is dropped, in milliseconds. */
const lockPatience = 1000;

/** Some WebKits store data but have no StorageManager, which the type does not show. */
function grantedStorage(): StorageManager | undefined {
  return "storage" in navigator ? navigator.storage : undefined;
}

interface Opened {
  readonly db: Database;
  readonly vault: Vault;
  readonly ring: KeyRing;
  readonly channel: TabChannel;
  readonly engine: EncryptedStore;
  readonly environment: Environment;
}

function parts(opened: Opened, options: OpenOptions) {
  const { db, vault, engine, environment, channel } = opened;
  const { locks, tabDrafts } = environment;
  const now = () => environment.now();
  const leases: LeaseParts = {
    locks,
    tabDrafts,
    vault,
    channel,
    setTimer: (run, ms) => environment.setTimer(run, ms),
    catchUp: () => engine.reloadAll(),
  };
  const visits = new VisitStore({
    ...leases,
    engine,
    userName: options.userName,
    now,
    serviceNow: () => options.serviceNow?.() ?? now(),
    hasClaims: () => options.hasClaims?.() ?? false,
    summariser: () => options.summariser(),
  });
  const messages = new MessageStore(engine, leases, now);
  const outbox = new OutboxService({
    visits,
    messages,
    environment,
    channel,
    sender: options.sender,
    userName: options.userName,
    lockName: `outbox-${db.name}`,
    now,
    random: () => environment.random(),
    repeatsAreSafe: () => options.repeatsAreSafe(),
    examplesMayLeave: () => options.examplesMayLeave?.() ?? false,
    refresh: () => engine.reloadAll(),
  });
  return { visits, messages, outbox };
}

class OpenWorkspace implements Workspace {
  readonly userName: string;
  readonly visits: VisitStore;
  readonly messages: MessageStore;
  readonly outbox: OutboxService;
  readonly readMarks;
  readonly contacts;
  readonly templates;
  readonly favourites;
  readonly recentCodes;
  readonly noteDrafts;
  readonly preferences;
  readonly directory;
  readonly #opened: Opened;
  #isLocked = false;
  #reloaded: Promise<void> = Promise.resolve();
  /** Incremented by every lock and unlock, so that a late lock does not undo an unlock. */
  #turn = 0;

  constructor(opened: Opened, options: OpenOptions) {
    const { engine } = opened;
    this.#opened = opened;
    this.userName = options.userName;
    const { visits, messages, outbox } = parts(opened, options);
    this.visits = visits;
    this.messages = messages;
    this.outbox = outbox;
    this.readMarks = keptDoc<ReadMarks>(engine, "read-marks", {});
    this.contacts = keptDoc<readonly Contact[]>(engine, "contacts", []);
    this.templates = keptDoc<readonly ChargeTemplate[]>(engine, "templates", []);
    this.favourites = keptDoc<readonly KeptCode[]>(engine, "favourites", []);
    this.recentCodes = keptDoc<readonly KeptCode[]>(engine, "recent-codes", []);
    this.noteDrafts = keptDoc<NoteDrafts>(engine, "note-drafts", {});
    this.preferences = keptDoc<Preferences>(engine, "preferences", {});
    this.directory = keptDoc<KeptDirectory>(engine, "directory", noDirectory);
    opened.channel.listen((message) => this.#receive(message));
  }

  #receive(message: TabMessage): void {
    switch (message.type) {
      case "units": {
        // A tab that cannot read them now reads them on its next run or start.
        const { units, count } = message;
        this.#reloaded = this.#opened.engine.follow(units, count).catch(() => undefined);
        break;
      }
      case "settled":
        // Reported after the row says the same.
        void this.#reloaded.then(() => this.outbox.receiveFromTab(message.settled));
        break;
      case "withdraw":
        this.outbox.giveBack(message.id).catch(() => undefined);
        break;
      case "lock":
        void this.#dropKey();
        break;
      default: // A draft's lease handles the rest.
    }
  }

  async start(): Promise<void> {
    await this.#opened.engine.load();
    this.visits.index.load();
    this.messages.index.load();
    this.messages.purge().catch(() => undefined);
    // A browser that cannot write now sends nothing either.
    await this.outbox.messageQueue.holdLeftBehind().catch(() => undefined);
    this.outbox.sendWaiting();
  }

  protection(): Protection {
    return this.#opened.ring.protection();
  }

  setPassphrase(passphrase: string): Promise<void> {
    return this.#opened.ring.setPassphrase(passphrase);
  }

  changePassword(oldPassword: string, newPassword: string): Promise<void> {
    return this.#opened.ring.changePassword(oldPassword, newPassword);
  }

  async lock(): Promise<void> {
    const { ring, channel } = this.#opened;
    const dropped = this.#dropKey();
    channel.post({ type: "lock" });
    await ring.forgetSession();
    await dropped;
  }

  /** Waits for the last keystrokes being written to disk; a long run must not keep the key any longer. */
  async #dropKey(): Promise<void> {
    const { vault, engine } = this.#opened;
    this.#isLocked = true;
    this.#turn += 1;
    const turn = this.#turn;
    await Promise.race([engine.settled(), new Promise((resolve) => setTimeout(resolve, lockPatience))]);
    if (turn === this.#turn) vault.lock();
  }

  isLocked(): boolean {
    return this.#isLocked;
  }

  async unlock(unlockWith: UnlockWith): Promise<void> {
    const keys = await this.#opened.ring.open(unlockWith);
    this.#turn += 1;
    this.#isLocked = false;
    this.#opened.vault.unlock(keys);
    this.outbox.sendWaiting();
  }

  async usage(): Promise<Usage> {
    const storage = grantedStorage();
    if (!storage) throw new StorageFailure("unavailable");
    const { usage = 0, quota = 0 } = await storage.estimate();
    return { used: usage, granted: quota, persistent: await storage.persisted() };
  }

  async persist(): Promise<boolean> {
    return (await grantedStorage()?.persist()) ?? false;
  }

  exportAll(): Promise<Blob> {
    return exportWorkspace(this);
  }

  async erase(): Promise<void> {
    this.close();
    await Database.erase(this.#opened.db.name);
  }

  close(): void {
    this.visits.drop();
    this.outbox.stop();
    this.#opened.engine.close();
    this.#opened.vault.close();
    this.#opened.ring.close();
    this.#opened.channel.close();
    this.#opened.db.close();
  }
}

/**
 * Opens a user's workspace, creating it if needed. Throws WrongSecret (ask for the password, or for the old one after a
 * change) and StorageFailure.
 */
export async function openWorkspace(options: OpenOptions): Promise<Workspace> {
  const environment = options.environment ?? browserEnvironment();
  const name = await databaseNameOf(options.userName, options.realm);
  const db = await Database.open(name);
  try {
    const ring = new KeyRing(db);
    // Two tabs that open a new workspace concurrently must not create two keys.
    const keys = await environment.locks.request(`open-${name}`, () => ring.open(options));
    const vault = new Vault();
    vault.unlock(keys);
    const channel = tabChannel(environment.channel(name));
    const engine = new EncryptedStore(db, vault, channel);
    const workspace = new OpenWorkspace({ db, vault, ring, channel, engine, environment }, options);
    await workspace.start();
    return workspace;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What protects a user's workspace in this browser, so that the right secret can be asked for before opening it. */
export async function guardOf(userName: string): Promise<Exclude<Protection, "session"> | "none"> {
  const db = await Database.open(await databaseNameOf(userName));
  try {
    const isByPasskey = (await db.passkeys()).length > 0;
    return (await db.guard())?.kind ?? (isByPasskey ? "passkey" : "none");
  } finally {
    db.close();
  }
}

/** Deletes a user's workspace without opening it, for when the old password is forgotten. */
export async function eraseWorkspace(userName: string): Promise<void> {
  await Database.erase(await databaseNameOf(userName));
}
