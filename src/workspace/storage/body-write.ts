import type { DBSchema } from "idb";
import type { GuardedKey, SessionHeldKey } from "#room/workspace/keys/key-guard.ts";
import type { PasskeyHeldKey } from "#room/workspace/keys/passkey-guard.ts";
import type { Bytes } from "#room/workspace/keys/vault-keys.ts";

/** A sealed record; the version rises with every write, so that two tabs notice each other. */
export interface Sealed {
  readonly v: number;
  readonly d: Bytes;
}

/** `units` holds the index pages and small values, `bodies` events, drafts and contents, `blobs` attachments. */
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
  /** The count of commits that is expected before this one: whoever counted them all has seen every unit. */
  readonly after: number;
  /** Nothing is written when it is another. */
  readonly mustFollow: boolean;
}

/** What stood in the way of a commit; nothing was written. */
export interface Conflicts {
  readonly units: readonly string[];
  readonly bodies: readonly string[];
  /** It had to follow what this tab knows, and another tab was faster. */
  readonly isLate: boolean;
}
