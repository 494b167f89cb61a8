/** One secret of a key. Only its hash is stored. */
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

/** A program's API key. */
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
  /** Made before a backup was restored: it does not work until an administrator confirms it. */
  readonly heldSince: number | undefined;
  /** Newest first. */
  readonly secrets: readonly SecretRecord[];
}

/** A key found by one of its secrets. */
export type FoundKey = Omit<KeyRecord, "secrets"> & SecretRecord;

/** A secret to store. */
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

/** The outcome of a rotation: it was rotated meanwhile, or the key has ended. */
export type Rotated = "done" | "not-found" | "ended" | "changed";

/** The API keys, including ended ones. */
export interface ProgramKeys {
  /** Undefined when another active key has the name, or one that looks like it. */
  add(key: NewKey, secret: NewSecret): Promise<KeyRecord | undefined>;
  findSecret(hash: string): Promise<FoundKey | undefined>;
  byId(keyId: number): Promise<KeyRecord | undefined>;
  /** Newest first; at most `maxEnded` ended ones. */
  list(maxEnded: number): Promise<KeyRecord[]>;
  /** Only if that secret is still current: of two concurrent rotations, one fails. */
  rotate(
    keyId: number,
    secret: NewSecret,
    change: { current: string; worksUntil: number; expiresAt: number; at: number },
  ): Promise<Rotated>;
  /** Lets a held key work again; false when it was not held, or does not exist. */
  confirm(keyId: number): Promise<boolean>;
  /** False when it had ended or does not exist. */
  end(keyId: number, at: number, by: string): Promise<boolean>;
  /** Ends a secret that was rotated out; false when none such is active. */
  endSecret(keyId: number, mark: string, at: number): Promise<boolean>;
  /** Records a use. Call it about once a minute, not on every request. */
  touch(hash: string, keyId: number, use: { at: number; from: string }): Promise<void>;
}
