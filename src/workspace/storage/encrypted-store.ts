import { Listeners } from "#room/signals/listeners.ts";
import type { BodyStore, BodyWrite, Conflicts } from "./body-write.ts";
import type { Database } from "./database.ts";
import type { TabChannel } from "#room/workspace/tabs/tab-channel.ts";
import { WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import type { Bytes } from "#room/workspace/keys/vault-keys.ts";
import type { Vault } from "#room/workspace/keys/vault.ts";

/** One change of one unit, with the bodies to be written in the same transaction. */
export interface UnitChange {
  readonly unit: string;
  /** Called again with the newer value when another tab wrote first: it must depend only on its argument. */
  apply(value: unknown): unknown;
  readonly writes?: readonly BodyWrite[];
  /** Resolves only once the data is on disk, so that it survives a power failure. */
  readonly strict?: boolean;
  /** May wait a moment to be batched with others; losing it in a crash must be harmless. */
  readonly mayWait?: boolean;
}

interface Pending extends UnitChange {
  resolve(): void;
  reject(reason: unknown): void;
}

/** A body that must be new already exists: another tab created the same thing first. */
export class AlreadyThere extends Error {}

const openAtOnce = 16;
/** How long changes that may wait are batched, in milliseconds. */
const gatherFor = 250;

/** Lets the page paint and respond between two chunks. A timer of 0 would take at least 4 ms; a message does not. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener("message", () => {
      channel.port1.close();
      resolve();
    });
    channel.port1.start();
    channel.port2.postMessage(null);
  });
}

/**
 * The units of a workspace in memory and on disk. Changes made during a write are batched into the next transaction; if
 * another tab wrote a unit meanwhile, it is read again and the changes are reapplied.
 */
export class EncryptedStore {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #channel: TabChannel;
  readonly #units = new Map<string, { v: number; value: unknown }>();
  readonly #listeners = new Listeners<[readonly string[]]>();
  #queue: Pending[] = [];
  /** The commits of all tabs known to this one without a gap. */
  #count = 0;
  /** Commits known after a gap: another tab's message about the missing one has not arrived yet. */
  readonly #ahead = new Set<number>();
  #flushing = false;
  #sealing = 0;
  #hurry: () => void = () => undefined;
  #closed = false;

  constructor(db: Database, vault: Vault, channel: TabChannel) {
    this.#db = db;
    this.#vault = vault;
    this.#channel = channel;
  }

  async load(): Promise<void> {
    this.#count = await this.#db.count();
    const all = await this.#db.units();
    for (let start = 0; start < all.length; start += openAtOnce) {
      await Promise.all(
        all.slice(start, start + openAtOnce).map(async ([name, { v, d }]) => {
          this.#units.set(name, { v, value: await this.#vault.openJson(`units/${name}`, d) });
        }),
      );
      if (start + openAtOnce < all.length) await breathe();
    }
  }

  names(): Iterable<string> {
    return this.#units.keys();
  }

  value(unit: string): unknown {
    return this.#units.get(unit)?.value;
  }

  onUnits(listener: (names: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  /** Durable when it resolves. Rejects with what `apply` threw, AlreadyThere, or a StorageFailure. */
  change(change: UnitChange): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new WorkspaceClosed());
        return;
      }
      this.#queue.push({ ...change, resolve, reject });
      if (change.mayWait !== true) this.#hurry();
      if (!this.#flushing) void this.#flush();
    });
  }

  /** Resolves when all changes so far, and those whose content is being sealed, are written or rejected. */
  async settled(): Promise<void> {
    // A timer, since yielding could run ahead of the database's events forever.
    while (this.#flushing || this.#sealing > 0) await new Promise((resolve) => setTimeout(resolve, 4));
  }

  async #flush(): Promise<void> {
    this.#flushing = true;
    while (this.#queue.length > 0) {
      await this.#gather();
      const batch = this.#queue;
      this.#queue = [];
      try {
        await this.#commit(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#flushing = false;
  }

  /** Changes of the same task share a transaction; those that may wait are batched for a moment. */
  async #gather(): Promise<void> {
    await Promise.resolve();
    if (!this.#queue.every((change) => change.mayWait)) return;
    await new Promise<void>((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, gatherFor);
    });
    this.#hurry = () => undefined;
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    let open = batch;
    while (open.length > 0) {
      // Taken when the values are made: changes that arrive while they are sealed are not included.
      const after = this.#count;
      const { values, live } = this.#applied(open);
      const units = await Promise.all(
        [...values]
          .filter(([name, value]) => value !== this.value(name))
          .map(async ([name, value]) => ({
            name,
            read: this.#units.get(name)?.v ?? 0,
            sealed: await this.#vault.sealJson(`units/${name}`, value),
          })),
      );
      const writes = live.flatMap((change) => change.writes ?? []);
      if (units.length === 0 && writes.length === 0) {
        for (const { resolve } of live) resolve();
        return;
      }
      const strict = live.some((change) => change.strict);
      const done = await this.#db.commit({ units, writes, strict, after });
      if (typeof done === "number") {
        this.#knows(done);
        // What another tab wrote later may have been read already.
        for (const { name, read } of units)
          if (read + 1 > (this.#units.get(name)?.v ?? 0))
            this.#units.set(name, { v: read + 1, value: values.get(name) });
        this.#notify(units.map(({ name }) => name));
        this.#channel.post({ type: "units", units: units.map(({ name }) => name), count: done });
        for (const { resolve } of live) resolve();
        return;
      }
      open = await this.#afterConflict(live, done);
    }
  }

  #applied(changes: readonly Pending[]): { values: Map<string, unknown>; live: Pending[] } {
    const values = new Map<string, unknown>();
    const live: Pending[] = [];
    for (const change of changes) {
      const before = values.has(change.unit) ? values.get(change.unit) : this.value(change.unit);
      try {
        values.set(change.unit, change.apply(before));
        live.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    return { values, live };
  }

  async #afterConflict(live: readonly Pending[], conflicts: Conflicts): Promise<Pending[]> {
    await this.reload(conflicts.units);
    const clashes = new Set(conflicts.bodies);
    return live.filter(({ writes, reject }) => {
      const isClash = writes?.some(({ key, mustBeNew }) => mustBeNew && clashes.has(key)) ?? false;
      if (isClash) reject(new AlreadyThere());
      return !isClash;
    });
  }

  /** Rereads units that another tab wrote. */
  async reload(names: readonly string[]): Promise<void> {
    const changed: string[] = [];
    await Promise.all(
      names.map(async (name) => {
        const sealed = await this.#db.unit(name);
        if (!sealed || sealed.v <= (this.#units.get(name)?.v ?? 0)) return;
        const value = await this.#vault.openJson(`units/${name}`, sealed.d);
        // Another reload may have been faster.
        if (sealed.v <= (this.#units.get(name)?.v ?? 0)) return;
        this.#units.set(name, { v: sealed.v, value });
        changed.push(name);
      }),
    );
    if (changed.length > 0) this.#notify(changed);
  }

  /** A gap is closed by the message of the tab that wrote, or by `reloadAll`. */
  #knows(count: number): void {
    this.#ahead.add(count);
    while (this.#ahead.delete(this.#count + 1)) this.#count += 1;
  }

  /** Reads the units another tab says it wrote. */
  async follow(names: readonly string[], count: number): Promise<void> {
    await this.reload(names);
    this.#knows(count);
  }

  /** Reads what other tabs wrote without this one hearing of it; nearly free when there is nothing. */
  async reloadAll(): Promise<void> {
    const count = await this.#db.count();
    if (count === this.#count) return;
    const all = await this.#db.units();
    await this.reload(
      all.filter(([name, { v }]) => v > (this.#units.get(name)?.v ?? 0)).map(([name]) => name),
    );
    this.#count = Math.max(this.#count, count);
    for (const each of this.#ahead) if (each <= this.#count) this.#ahead.delete(each);
  }

  #notify(names: readonly string[]): void {
    this.#listeners.tell(names);
  }

  seal(id: string, text: string): Promise<BodyWrite> {
    return this.#sealed(async () => {
      const key = await this.#vault.nameOf(id);
      return { store: "bodies", key, sealed: await this.#vault.sealText(`bodies/${key}`, text) };
    });
  }

  sealBytes(id: string, bytes: Bytes): Promise<BodyWrite> {
    return this.#sealed(async () => {
      const key = await this.#vault.nameOf(id);
      return { store: "blobs", key, sealed: await this.#vault.sealBytes(`blobs/${key}`, bytes) };
    });
  }

  #sealed(seal: () => Promise<BodyWrite>): Promise<BodyWrite> {
    this.#sealing += 1;
    return seal().finally(() => (this.#sealing -= 1));
  }

  /** Writes bodies no unit refers to yet, such as the chunks of a file being added. */
  writeBodies(writes: readonly BodyWrite[]): Promise<void> {
    return this.change({ unit: "loose", apply: (value) => value, writes });
  }

  async removal(store: BodyStore, id: string): Promise<BodyWrite> {
    return { store, key: await this.#vault.nameOf(id) };
  }

  /** The bodies of these ids, in order; undefined for missing ones. */
  async read(ids: readonly string[]): Promise<(string | undefined)[]> {
    const keys = await Promise.all(ids.map((id) => this.#vault.nameOf(id)));
    const sealed = await this.#db.bodies("bodies", keys);
    return Promise.all(
      sealed.map((bytes, index) =>
        bytes ? this.#vault.openText(`bodies/${keys[index] ?? ""}`, bytes) : undefined,
      ),
    );
  }

  async readBytes(id: string): Promise<Bytes | undefined> {
    const key = await this.#vault.nameOf(id);
    const [sealed] = await this.#db.bodies("blobs", [key]);
    return sealed && this.#vault.openBytes(`blobs/${key}`, sealed);
  }

  close(): void {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new WorkspaceClosed());
  }
}
