import type { Kysely } from "kysely";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import type { Tables } from "#room/server/store/tables.ts";
import { DataKey, markUnder, Sealer, tokenOfBeginning } from "./sealer.ts";
import type { MasterKey } from "./master-key.ts";
import { readForm, type StoredText } from "./stored-text.ts";
import { UnreadableRecord } from "./seal-bytes.ts";

type Row = Tables["data_key"];

/** How long until a key change by another process is noticed; until then both keys work. */
const freshMs = 1000;

/** How a store's words may be stored: as they are, or as tokens under these keys. */
export interface WordKeys {
  readonly clear: boolean;
  tokensOf(beginning: string): string[];
}

/** The keys of one store in this process: opens stored content, and provides sealers. */
export class Vault {
  readonly #db: Kysely<Tables>;
  readonly #masterKeys: () => readonly MasterKey[];
  readonly #keys = new Map<number, DataKey>();
  #rows: readonly Row[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #sealer = new Sealer(undefined);

  /** `masterKeys` reads them again, since a file may have changed. */
  constructor(db: Kysely<Tables>, masterKeys: () => readonly MasterKey[]) {
    this.#db = db;
    this.#masterKeys = masterKeys;
  }

  /** The sealer for the next write. Get it before a transaction begins. */
  async sealer(): Promise<Sealer> {
    if (performance.now() - this.#readAt > freshMs) await this.refresh();
    return this.#sealer;
  }

  async refresh(): Promise<void> {
    const readAt = performance.now();
    const rows = await this.#db.selectFrom("data_key").selectAll().orderBy("key_id").execute();
    this.take(rows);
    const current = rows.find((row) => row.state === "current")?.key_id ?? 0;
    const key = this.#keys.get(current);
    if (current !== 0 && key === undefined)
      throw new StoreUnavailable("it is kept under a data key that this process was not given");
    this.#sealer = new Sealer(key);
    this.#readAt = readAt;
  }

  /** Unwraps what it can; those that fail are reported when they are needed. */
  take(rows: readonly Row[]): void {
    this.#rows = rows;
    const unknown = rows.filter((row) => row.key_id !== 0 && !this.#keys.has(row.key_id));
    if (unknown.length === 0) return;
    const masters = new Map(this.#masterKeys().map((key) => [key.id, key]));
    for (const { key_id, given_id, wrapped } of unknown) {
      const secret = masters.get(given_id)?.unwrap(wrapped, key_id);
      if (secret) this.#keys.set(key_id, new DataKey(key_id, secret));
    }
  }

  async text(associatedData: string, value: StoredText): Promise<string>;
  async text(associatedData: string, value: StoredText | null): Promise<string | null>;
  async text(associatedData: string, value: StoredText | null): Promise<string | null> {
    if (value === null) return null;
    const form = readForm(value);
    if ("text" in form) return form.text;
    const opened = await this.#open(associatedData, form.keyId, form.sealed);
    return opened.toString("utf8");
  }

  async bytes(associatedData: string, sealed: Uint8Array, keyId: number): Promise<Uint8Array> {
    return keyId === 0 ? sealed : this.#open(associatedData, keyId, sealed);
  }

  /** Every form in which a digest may be stored. */
  marksOf(digest: string): string[] {
    return [digest, ...[...this.#keys.values()].map((key) => markUnder(key, digest))];
  }

  /** The forms in which to look for words: while a key changes, under both. */
  async wordKeys(): Promise<WordKeys> {
    await this.sealer();
    const live = this.#rows.filter((row) => row.state !== "gone").map((row) => row.key_id);
    return {
      clear: live.length === 0 || live.includes(0),
      tokensOf: (beginning) =>
        live.flatMap((keyId) => {
          const key = this.#keys.get(keyId);
          return key === undefined ? [] : [tokenOfBeginning(key, beginning)];
        }),
    };
  }

  async #open(associatedData: string, keyId: number, sealed: Uint8Array): Promise<Buffer> {
    // It may be a key that another process has just created.
    if (!this.#keys.has(keyId)) await this.refresh();
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new UnreadableRecord(associatedData);
    try {
      return key.open(associatedData, sealed);
    } catch (error) {
      throw new UnreadableRecord(associatedData, { cause: error });
    }
  }
}
