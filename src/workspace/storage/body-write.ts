import type { DBSchema } from "idb";
import type { GuardedKey, SessionHeldKey } from "#room/workspace/keys/key-guard.ts";
import type { PasskeyHeldKey } from "#room/workspace/keys/passkey-guard.ts";
import type { Bytes } from "#room/workspace/keys/vault-keys.ts";

/** A sealed record; the version increments with every write, so that tabs notice each other's writes. */
export interface Sealed {
  readonly v: number;
  readonly d: Bytes;
}

/** `units`: index pages and small values; `bodies`: events, drafts and contents; `blobs`: attachments. */
export interface Schema extends DBSchema {
  meta: {
    key: "guard" | "session" | "passkeys" | "count";
    value: GuardedKey | SessionHeldKey | readonly PasskeyHeldKey[] | number;
  };
  units: { key: string; value: Sealed };
  bodies: { key: string; value: Bytes };
  blobs: { key: string; value: Bytes };
}

export type BodyStore = "bodies" | "blobs";

/** A write that accompanies a unit's; without `sealed` it deletes. `mustBeNew` refuses to overwrite. */
export interface BodyWrite {
  readonly store: BodyStore;
  readonly key: string;
  readonly sealed?: Bytes;
  readonly mustBeNew?: boolean;
}

export interface Commit {
  /** `read` is the version the new value is based on; 0 for none. */
  readonly units: readonly { readonly name: string; readonly read: number; readonly sealed: Bytes }[];
  readonly writes: readonly BodyWrite[];
  readonly strict: boolean;
  /** The expected commit count before this one: a tab that counted them all has seen every unit. */
  readonly after: number;
}

/** Why a commit failed; nothing was written. */
export interface Conflicts {
  readonly units: readonly string[];
  readonly bodies: readonly string[];
}
