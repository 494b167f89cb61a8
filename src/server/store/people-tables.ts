import type { Generated } from "kysely";
import type { Role } from "#room/contract/rights.ts";

export interface UserTable {
  user_id: Generated<number>;
  name: string;
  /** The normalized name; see foldName. */
  name_key: string;
  password_record: string | null;
  /** One of the roles in `contract/rights.ts`. */
  role: Role;
  /** A JSON list of rights in addition to the role's. */
  rights: string;
  /** A JSON list of the practices whose visits the user may see; empty: all. */
  practices: string;
  disabled: number;
  created_at: number;
  /** Their usual name; empty when not set. */
  display_name: Generated<string>;
  last_sign_in_at: number | null;
}

/** One-time links for setting a password. */
export interface UserLinkTable {
  /** The hash of the secret, which is not stored. */
  link_hash: string;
  user_id: number;
  made_at: number;
  made_by: string;
  expires_at: number;
  used_at: number | null;
}

export interface UserAddressTable {
  /** The normalized address; see foldName. An address belongs to one user. */
  address_key: string;
  address: string;
  user_id: number;
  position: number;
}

export interface SessionTable {
  id_hash: string;
  user_id: number;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
  end_reason: string | null;
  remember: number;
  remote_address: string | null;
  /** For example "Firefox on Windows"; empty when unknown. */
  browser: Generated<string>;
  /** When its user last proved their identity. */
  proved_at: number | null;
  /** How it was started: credentials, digest, passkey, or a provider's name. */
  began_by: string | null;
}

export interface DigestRecordTable {
  user_id: number;
  /** H(name:realm:password) of RFC 7616, as hex digits. */
  sha256: string;
  md5: string;
}

export interface DigestNonceTable {
  nonce: string;
  highest_nc: number;
  expires_at: number;
}

export interface SignInAttemptTable {
  state_hash: string;
  browser_hash: string;
  provider: string;
  code_verifier: string;
  nonce: string;
  continue_path: string | null;
  remember: number;
  expires_at: number;
  /** The caller's address, to limit how many are started. */
  address_key: string | null;
  /** The user who proved, with a password, that the account is to be linked to them. */
  user_id: number | null;
}

export interface ProviderSessionTable {
  id_hash: string;
  provider: string;
  /** Sealed with the session's id. */
  id_token: string;
}

export interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
}

/** At most one row. */
export interface ClinicTable {
  one: number;
  name: string;
}
