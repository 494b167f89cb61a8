import type { Generated } from "kysely";
import type { VisitNaming } from "#room/contract/schemas/visit-naming.ts";
import type { Role } from "#room/contract/rights.ts";
import type { StoredText } from "#room/server/vault/stored-text.ts";

export interface PasskeyTable {
  credential_id: string;
  user_id: number;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** A JSON list. */
  transports: string;
  /** The relying party (host name) it is bound to. */
  rp_id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

export interface PeopleTables {
  person: {
    user_id: Generated<number>;
    name: string;
    /** The normalized name; see foldName. */
    name_key: string;
    /** The password's hash record as written by `server/sessions`; null for users without a password. */
    password_record: string | null;
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
    /** How often all of their sessions were ended: a sign-in that began before opens none. */
    sign_ins_ended: Generated<number>;
  };
  user_link: {
    /** The hash of the secret, which is not stored. */
    link_hash: string;
    user_id: number;
    made_at: number;
    made_by: string;
    expires_at: number;
    used_at: number | null;
  };
  user_address: {
    /** The normalized address; see foldName. An address belongs to one user. */
    address_key: string;
    address: string;
    user_id: number;
    position: number;
  };
  shared_address: { address_key: string; user_id: number; address: string };
  session: {
    id_hash: string;
    user_id: number;
    created_at: number;
    last_seen_at: number;
    /** The absolute end. The idle end follows from last_seen_at and a setting. */
    expires_at: number;
    ended_at: number | null;
    end_reason: string | null;
    remember: number;
    remote_address: string | null;
    /** "Firefox on Windows"; empty: unknown. */
    browser: Generated<string>;
    /** When its user last proved their identity. */
    proved_at: number | null;
    /** How it was started: credentials, digest, passkey, or a provider's name. */
    began_by: string | null;
  };
  digest_record: {
    user_id: number;
    /** H(name:realm:password) of RFC 7616, as hex digits. */
    sha256: string;
    md5: string;
  };
  digest_nonce: { nonce: string; highest_nc: number; expires_at: number };
  sign_in_attempt: {
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
    /** The user who proved, with a password, that the account is to be linked to them, and how often their sessions had been ended. */
    user_id: number | null;
    sign_ins_ended: number | null;
  };
  provider_session: {
    id_hash: string;
    provider: string;
    /** Sealed with the session's id. */
    id_token: string;
  };
  user_identity: { issuer: string; subject: string; user_id: number };
  /** At most one row. */
  clinic: {
    one: number;
    name: string;
    address: string;
    phone: string;
    tax_id: string;
    /** What stands for a visit in lists; the path of a member of its event if that is chosen. */
    visit_naming: VisitNaming;
    visit_member: string;
    /** Counts its changes, so that nobody overwrites what they have not seen. */
    version: number;
  };
  totp: {
    user_id: number;
    /** Base32. */
    secret: StoredText;
    since: number;
    /** The time step of the last accepted code: codes of this step or earlier are rejected. */
    last_step: number;
  };
  passkey: PasskeyTable;
  recovery_code: { user_id: number; code_hash: string };
  factor_challenge: {
    handle_hash: string;
    /** Null until a passkey identifies the user. */
    user_id: number | null;
    address_key: string | null;
    /** JSON of what to continue with. */
    content: string;
    /** The challenge for a passkey to sign; consumed by its first answer. */
    challenge: string | null;
    tries: number;
    expires_at: number;
  };
  program_key: {
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
    /** Made before a backup was restored: it does not work until an administrator confirms it. */
    held_since: number | null;
  };
  program_secret: {
    secret_hash: string;
    key_id: number;
    /** The beginning of the hash: identifies the secret, but grants no access. */
    mark: string;
    /** Its last characters. */
    hint: string;
    secret_created_at: number;
    /** Null: the current one. */
    works_until: number | null;
    last_used_at: number | null;
  };
}
