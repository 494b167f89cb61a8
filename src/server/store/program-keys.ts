/** One secret of a key. The secret itself is never kept, only its hash. */
export interface SecretRecord {
  /** The beginning of the hash, as the trail names sessions. */
  readonly mark: string;
  /** Its last characters. */
  readonly hint: string;
  /** Instants are milliseconds since 1970. */
  readonly createdAt: number;
  /** Undefined: the current one. */
  readonly worksUntil: number | undefined;
  readonly lastUsedAt: number | undefined;
}

/** A program's key. */
export interface KeyRecord {
  readonly keyId: number;
  readonly name: string;
  /** Wire names. */
  readonly operations: readonly string[];
  /** Canonical GUIDs; empty: all. */
  readonly practices: readonly string[];
  readonly createdAt: number;
  readonly createdBy: string | undefined;
  readonly expiresAt: number;
  readonly endedAt: number | undefined;
  readonly endedBy: string | undefined;
  readonly lastUsedFrom: string | undefined;
  /** Newest first. */
  readonly secrets: readonly SecretRecord[];
}

/** A key as it was found by one of its secrets. */
export type FoundKey = Omit<KeyRecord, "secrets"> & SecretRecord;

/** A secret that is to be kept. */
export interface NewSecret {
  readonly hash: string;
  readonly hint: string;
}

export interface NewKey {
  readonly name: string;
  readonly operations: readonly string[];
  readonly practices: readonly string[];
  readonly expiresAt: number;
  readonly by: string;
  readonly at: number;
}

/** What became of a rotation: another came before it, or the key is ended. */
export type Rotated = "done" | "not-found" | "ended" | "changed";

/** The keys by which programs call, the ended ones too. */
export interface ProgramKeys {
  /** Undefined when a key that is not ended has the name. */
  add(key: NewKey, secret: NewSecret): Promise<KeyRecord | undefined>;
  findSecret(hash: string): Promise<FoundKey | undefined>;
  byId(keyId: number): Promise<KeyRecord | undefined>;
  /** The newest first; so many of the ended ones. */
  list(mostEnded: number): Promise<KeyRecord[]>;
  /** Only where that secret is still the current one: of two who rotate at once, one is told. */
  rotate(
    keyId: number,
    secret: NewSecret,
    change: { current: string; worksUntil: number; expiresAt: number; at: number },
  ): Promise<Rotated>;
  /** False when it was ended before or never was. */
  end(keyId: number, at: number, by: string): Promise<boolean>;
  /** Ends a secret that was rotated out; false when there is none such that works. */
  endSecret(keyId: number, mark: string, at: number): Promise<boolean>;
  /** Notes a use. Call it at most once a minute or so, not at every request. */
  touch(hash: string, keyId: number, use: { at: number; from: string }): Promise<void>;
}
