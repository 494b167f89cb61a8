import type { Generated } from "kysely";

export interface ProgramKeyTable {
  key_id: Generated<number>;
  name: string;
  /** The normalized name; see foldName. Unique among keys that have not ended. */
  name_key: string;
  /** A JSON list of wire names. */
  operations: string;
  /** A JSON list of canonical GUIDs; empty: all. */
  practices: string;
  key_created_at: number;
  created_by: string | null;
  expires_at: number;
  ended_at: number | null;
  ended_by: string | null;
  last_used_from: string | null;
  /** Of a restored backup: waits for an administrator since then. */
  held_since: number | null;
}

export interface ProgramSecretTable {
  secret_hash: string;
  key_id: number;
  /** The beginning of the hash: identifies the secret, but grants no access. */
  mark: string;
  hint: string;
  secret_created_at: number;
  /** Null: the current one. */
  works_until: number | null;
  last_used_at: number | null;
}
