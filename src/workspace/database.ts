import { deleteDB, openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import { StorageFailure } from "./failures.ts";
import type { GuardedKey, SessionHeldKey } from "./key-guard.ts";
import { sha256 } from "./vault.ts";
import type { Bytes } from "./vault.ts";

/** A sealed record; the version rises with every write, so that two tabs notice each other. */
export interface Sealed {
  readonly v: number;
  readonly d: Bytes;
}

/** `units` holds the index pages and small values, `bodies` events, drafts and contents, `blobs` attachments. */
interface Schema extends DBSchema {
  meta: { key: "guard" | "session" | "count"; value: GuardedKey | SessionHeldKey | number };
  units: { key: string; value: Sealed };
  bodies: { key: string; value: Bytes };
  blobs: { key: string; value: Bytes };
}

export type BodyStore = "bodies" | "blobs";

/** A write beside a unit's; without `sealed` it deletes. `mustBeNew` refuses to overwrite. */
export interface BodyWrite {
  readonly store: BodyStore;
  readonly key: string;
  readonly sealed?: Bytes;
  readonly mustBeNew?: boolean;
}

export interface Commit {
  /** `read` is the version that the new value was made from; 0 for none. */
  readonly units: readonly { readonly name: string; readonly read: number; readonly sealed: Bytes }[];
  readonly writes: readonly BodyWrite[];
  readonly strict: boolean;
}

/** What stood in the way of a commit; nothing was written. */
export interface Conflicts {
  readonly units: readonly string[];
  readonly bodies: readonly string[];
}

function failureOf(cause: unknown): StorageFailure {
  if (cause instanceof StorageFailure) return cause;
  const name = cause instanceof Error ? cause.name : "";
  if (name === "QuotaExceededError") return new StorageFailure("full", { cause });
  if (name === "InvalidStateError") return new StorageFailure("closed", { cause });
  return new StorageFailure("failed", { cause });
}

/** The user's name is not in the name, only a fingerprint of it. */
export async function databaseNameOf(userName: string, realm = ""): Promise<string> {
  const print = await sha256(`visit charge console, workspace of ${JSON.stringify([userName, realm])}`);
  return `workspace-${print.slice(0, 32)}`;
}

/** One user's database. Every fault is a StorageFailure. */
export class Database {
  readonly name: string;
  readonly #db: IDBPDatabase<Schema>;
  private constructor(name: string, db: IDBPDatabase<Schema>) {
    this.name = name;
    this.#db = db;
  }

  static async open(name: string, onClosed: () => void): Promise<Database> {
    if (typeof indexedDB === "undefined") throw new StorageFailure("unavailable");
    let blocked: ((reason: unknown) => void) | undefined;
    const isBlocked = new Promise<never>((_, reject) => (blocked = reject));
    const opening = openDB<Schema>(name, 1, {
      upgrade(db) {
        for (const store of ["meta", "units", "bodies", "blobs"] as const) db.createObjectStore(store);
      },
      blocked: () => blocked?.(new StorageFailure("blocked")),
      blocking(_current, _next, event) {
        // Another tab updates or erases: give way at once, or it would wait for ever.
        if (event.target instanceof IDBDatabase) event.target.close();
        onClosed();
      },
      terminated: onClosed,
    });
    try {
      return new Database(name, await Promise.race([opening, isBlocked]));
    } catch (cause) {
      if (cause instanceof StorageFailure) throw cause;
      const name = cause instanceof Error ? cause.name : "";
      throw name === "QuotaExceededError"
        ? new StorageFailure("full", { cause })
        : new StorageFailure("unavailable", { cause });
    }
  }

  async #guarded<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (cause) {
      throw failureOf(cause);
    }
  }

  async guard(): Promise<GuardedKey | undefined> {
    const value = await this.#guarded(() => this.#db.get("meta", "guard"));
    return typeof value === "object" && "rounds" in value ? value : undefined;
  }

  async held(): Promise<SessionHeldKey | undefined> {
    const value = await this.#guarded(() => this.#db.get("meta", "session"));
    return typeof value === "object" ? value : undefined;
  }

  /** How many commits there were, of all tabs: equal counts mean that nothing was written in between. */
  async count(): Promise<number> {
    const value = await this.#guarded(() => this.#db.get("meta", "count"));
    return typeof value === "number" ? value : 0;
  }

  async putMeta(key: "guard" | "session", value: GuardedKey | SessionHeldKey | undefined): Promise<void> {
    await this.#guarded(async () => {
      const tx = this.#db.transaction("meta", "readwrite", { durability: "strict" });
      await (value ? tx.store.put(value, key) : tx.store.delete(key));
      await tx.done;
    });
  }

  /** Everything kept under an older key is unreadable for good: start anew. */
  async empty(): Promise<void> {
    await this.#guarded(async () => {
      const tx = this.#db.transaction(["meta", "units", "bodies", "blobs"], "readwrite");
      for (const store of tx.objectStoreNames) void tx.objectStore(store).clear();
      await tx.done;
    });
  }

  async units(): Promise<[name: string, sealed: Sealed][]> {
    return this.#guarded(async () => {
      const tx = this.#db.transaction("units");
      const [names, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
      return values.map((value, index): [string, Sealed] => [names[index] ?? "", value]);
    });
  }

  unit(name: string): Promise<Sealed | undefined> {
    return this.#guarded(() => this.#db.get("units", name));
  }

  async bodies(store: BodyStore, keys: readonly string[]): Promise<(Bytes | undefined)[]> {
    return this.#guarded(async () => {
      const tx = this.#db.transaction(store);
      return Promise.all(keys.map((key) => tx.store.get(key)));
    });
  }

  /** All or nothing. Gives the count of commits with this one, or what stood in the way. */
  async commit({ units, writes, strict }: Commit): Promise<number | Conflicts> {
    const durability = strict ? "strict" : "relaxed";
    return this.#guarded(async () => {
      const tx = this.#db.transaction(["meta", "units", "bodies", "blobs"], "readwrite", { durability });
      // The transaction's own end is awaited below; an abort must not also count as unhandled.
      tx.done.catch(() => undefined);
      const store = tx.objectStore("units");
      const fresh = writes.filter((write) => write.mustBeNew);
      const [before, found, taken] = await Promise.all([
        tx.objectStore("meta").get("count"),
        Promise.all(units.map(({ name }) => store.get(name))),
        Promise.all(fresh.map((write) => tx.objectStore(write.store).getKey(write.key))),
      ]);
      const stale = units
        .filter(({ read }, index) => (found[index]?.v ?? 0) !== read)
        .map(({ name }) => name);
      const clashes = fresh.filter((_, index) => taken[index] !== undefined).map(({ key }) => key);
      if (stale.length > 0 || clashes.length > 0) {
        tx.abort();
        return { units: stale, bodies: clashes };
      }
      const count = (typeof before === "number" ? before : 0) + 1;
      try {
        void tx.objectStore("meta").put(count, "count");
        for (const { name, read, sealed } of units) void store.put({ v: read + 1, d: sealed }, name);
        for (const { store: name, key, sealed } of writes) {
          if (sealed) void tx.objectStore(name).put(sealed, key);
          else void tx.objectStore(name).delete(key);
        }
      } catch (error) {
        // A call that is refused at once leaves the transaction open, with half of it done.
        tx.abort();
        throw error;
      }
      await tx.done;
      return count;
    });
  }

  close(): void {
    this.#db.close();
  }

  static async erase(name: string): Promise<void> {
    await deleteDB(name);
  }
}
