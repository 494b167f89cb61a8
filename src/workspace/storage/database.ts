import { deleteDB, openDB, unwrap, type IDBPDatabase } from "idb";
import { commitTo } from "./commit.ts";
import type { BodyStore, Commit, Conflicts, Schema, Sealed } from "./body-write.ts";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { GuardedKey, SessionHeldKey } from "#room/workspace/keys/key-guard.ts";
import type { PasskeyHeldKey } from "#room/workspace/keys/passkey-guard.ts";
import { sha256, type Bytes } from "#room/workspace/keys/vault-keys.ts";

function failureOf(cause: unknown, isEnded: boolean): StorageFailure {
  if (cause instanceof StorageFailure) return cause;
  const name = cause instanceof Error ? cause.name : "";
  // Chromium’s own word on a full disk stands in the message of an UnknownError.
  const isFull =
    name === "QuotaExceededError" || (cause instanceof Error && cause.message.includes("NO_SPACE"));
  if (isFull) return new StorageFailure("full", { cause });
  if (isEnded) return new StorageFailure("closed", { cause });
  return new StorageFailure("failed", { cause });
}

/** Closed by this console, and not to be opened again. */
const ended = new WeakSet<IDBDatabase>();

/** Another tab upgrades or erases: it would wait forever. */
function closeAtOnce(_current: number, _next: number | null, { target }: IDBVersionChangeEvent): void {
  if (!(target instanceof IDBDatabase)) return;
  target.close();
  ended.add(target);
}

/** Stays when the page is reloaded. */
const mark = "disk-was-full";
const kept = () => (typeof sessionStorage === "undefined" ? undefined : sessionStorage);

const afterFullDisk = () => import("./after-full-disk.ts");

/** Contains only a fingerprint of the user's name. */
export async function databaseNameOf(userName: string, realm = ""): Promise<string> {
  const print = await sha256(`visit charge console, workspace of ${JSON.stringify([userName, realm])}`);
  return `workspace-${print.slice(0, 32)}`;
}

/** One user's database. Every error is a StorageFailure. */
export class Database {
  readonly name: string;
  #db: IDBPDatabase<Schema>;
  #isLost = false;
  #reopening: Promise<void> | undefined;
  private constructor(name: string, db: IDBPDatabase<Schema>) {
    this.name = name;
    this.#db = db;
    this.#watch();
  }

  static async open(name: string): Promise<Database> {
    if (typeof indexedDB === "undefined") throw new StorageFailure("unavailable");
    let blocked: ((reason: unknown) => void) | undefined;
    const isBlocked = new Promise<never>((_, reject) => (blocked = reject));
    try {
      const disk = kept()?.getItem(mark) ? await afterFullDisk() : undefined;
      await disk?.findRoom();
      // Where a browser blocks site data, this throws instead of rejecting.
      const opening = openDB<Schema>(name, 1, {
        upgrade(db) {
          for (const store of ["meta", "units", "bodies", "blobs"] as const) db.createObjectStore(store);
        },
        blocked: () => blocked?.(new StorageFailure("blocked")),
        blocking: closeAtOnce,
      });
      const db = await Promise.race([opening, isBlocked]);
      await disk?.renewLog(db);
      kept()?.removeItem(mark);
      return new Database(name, db);
    } catch (cause) {
      if (cause instanceof StorageFailure) throw cause;
      const name = cause instanceof Error ? cause.name : "";
      throw name === "QuotaExceededError"
        ? new StorageFailure("full", { cause })
        : new StorageFailure("unavailable", { cause });
    }
  }

  /** A browser that cannot write, as on a full disk, closes the database by itself. */
  #watch(): void {
    this.#db.addEventListener("close", () => {
      this.#isLost = true;
      kept()?.setItem(mark, "yes");
    });
  }

  /** A database that is no longer there is not made anew: this tab would go on in an empty one. */
  async #reopen(): Promise<void> {
    let isGone = false;
    const { findRoom, renewLog } = await afterFullDisk();
    await findRoom();
    try {
      this.#db = await openDB<Schema>(this.name, 1, {
        upgrade(_db, _old, _new, tx) {
          isGone = true;
          tx.done.catch(() => undefined);
          tx.abort();
        },
        blocking: closeAtOnce,
      });
    } catch (cause) {
      throw isGone ? new StorageFailure("closed", { cause }) : cause;
    }
    this.#watch();
    await renewLog(this.#db);
    kept()?.removeItem(mark);
    this.#isLost = false;
  }

  async #guarded<T>(run: () => Promise<T>): Promise<T> {
    try {
      if (this.#isLost)
        await (this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined)));
      return await run();
    } catch (cause) {
      throw failureOf(cause, ended.has(unwrap(this.#db)));
    }
  }

  async guard(): Promise<GuardedKey | undefined> {
    const value = await this.#guarded(() => this.#db.get("meta", "guard"));
    return typeof value === "object" && "rounds" in value ? value : undefined;
  }

  async held(): Promise<SessionHeldKey | undefined> {
    const value = await this.#guarded(() => this.#db.get("meta", "session"));
    return typeof value === "object" && "wrapped" in value ? value : undefined;
  }

  /** The data key as wrapped by each passkey. */
  async passkeys(): Promise<readonly PasskeyHeldKey[]> {
    const value = await this.#guarded(() => this.#db.get("meta", "passkeys"));
    return Array.isArray(value) ? value : [];
  }

  async putPasskeys(held: readonly PasskeyHeldKey[]): Promise<void> {
    await this.#guarded(async () => {
      const tx = this.#db.transaction("meta", "readwrite", { durability: "strict" });
      await tx.store.put([...held], "passkeys");
      await tx.done;
    });
  }

  /** The number of commits by all tabs; equal counts mean nothing was written in between. */
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

  /** Data under an older key is permanently unreadable: start over. */
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
      // Through the raw interface: a promise per record costs as much as the record.
      const tx = unwrap(this.#db).transaction(store);
      const requests: IDBRequest<Bytes | undefined>[] = keys.map((key) => tx.objectStore(store).get(key));
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => reject(tx.error ?? new DOMException("The read was aborted", "AbortError"));
        tx.addEventListener("abort", onAbort);
        const last = requests.at(-1);
        // Requests are answered in order.
        if (last) last.addEventListener("success", () => resolve());
        else resolve();
      });
      return requests.map(({ result }) => result);
    });
  }

  commit(commit: Commit): Promise<number | Conflicts> {
    return this.#guarded(() => commitTo(this.#db, commit));
  }

  close(): void {
    this.#db.close();
    ended.add(unwrap(this.#db));
  }

  static async erase(name: string): Promise<void> {
    await deleteDB(name);
  }
}
