import type { KeptText } from "#room/server/vault/kept.ts";

/** An authenticator app: one for a user. */
export interface TotpTable {
  user_id: number;
  /** Base32. */
  secret: KeptText;
  since: number;
  /** The time step of the last code that was taken: none of it or before is taken again. */
  last_step: number;
}

export interface PasskeyTable {
  credential_id: string;
  user_id: number;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** JSON list. */
  transports: string;
  /** The name that it is bound to. */
  rp_id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** A code that was used is gone. */
export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
}

/** A sign-in, a proof or a set-up that is under way. */
export interface FactorChallengeTable {
  handle_hash: string;
  /** Absent while a passkey is to tell who it is. */
  user_id: number | null;
  address_key: string | null;
  /** JSON of what is to go on. */
  content: string;
  /** What a passkey is to sign; taken by its first answer. */
  challenge: string | null;
  tries: number;
  expires_at: number;
}
