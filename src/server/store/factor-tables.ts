import type { StoredText } from "#room/server/vault/stored-text.ts";

/** An authenticator app, one per user. */
export interface TotpTable {
  user_id: number;
  /** Base32. */
  secret: StoredText;
  since: number;
  /** The time step of the last accepted code: codes of this step or earlier are rejected. */
  last_step: number;
}

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

/** Used codes are deleted. */
export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
}

/** A sign-in, proof or factor setup in progress. */
export interface FactorChallengeTable {
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
}
