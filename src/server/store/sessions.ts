import type { Role } from "#room/contract/rights.ts";

/** A session as stored. Only a hash of its id is stored. */
export interface SessionRecord {
  readonly idHash: string;
  readonly userId: number;
  readonly userName: string;
  readonly userDisabled: boolean;
  readonly role: Role;
  /** Rights in addition to the role's. */
  readonly rights: readonly string[];
  readonly practices: readonly string[];
  /** Instants are milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** The absolute end. The idle end follows from lastSeenAt and a setting. */
  readonly expiresAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: string | undefined;
  readonly remember: boolean;
  readonly remoteAddress: string | undefined;
  /** For example "Firefox on Windows"; empty when unknown. */
  readonly browser: string;
  /** When its user last proved their identity. */
  readonly provedAt: number | undefined;
  /** How it was started: credentials, digest, passkey, or a provider's name. */
  readonly beganBy: string | undefined;
  /** Whether its user has a second factor here. */
  readonly hasFactor: boolean;
}

export interface NewSession {
  readonly idHash: string;
  readonly userId: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly remember: boolean;
  readonly remoteAddress?: string | undefined;
  readonly browser?: string | undefined;
  readonly provedAt?: number | undefined;
  readonly beganBy?: string | undefined;
}

/** An instant, and how long an unused session lives. */
export interface LiveAt {
  readonly now: number;
  readonly idleMs: number;
  readonly rememberedIdleMs: number;
}

/** Thrown by `add`: the user was disabled, perhaps while signing in. */
export class UserDisabled extends Error {}

/** Sessions, including ended ones, which tells an ended id from an invalid one. */
export interface Sessions {
  /** Also records that its user signed in. Throws UserDisabled. */
  add(session: NewSession): Promise<void>;
  find(idHash: string): Promise<SessionRecord | undefined>;
  /** Records that the session was used. Call it about once a minute per session, not on every request. */
  touch(idHash: string, lastSeenAt: number): Promise<void>;
  /** Records that its user proved their identity again. */
  prove(idHash: string, provedAt: number): Promise<void>;
  /** Ends it; false when it had ended or does not exist. */
  end(idHash: string, endedAt: number, reason: string): Promise<boolean>;
  /** Ends all sessions of a user except one; returns how many. */
  endAllOf(userId: number, endedAt: number, options: { reason: string; except?: string }): Promise<number>;
  /** The active sessions of a user, newest first. */
  listOf(userId: number): Promise<SessionRecord[]>;
  /** How many valid sessions each user has. */
  countLive(at: LiveAt): Promise<Map<number, number>>;
  /** Ends those whose time is over, so that they stay ended when the clock is set back. */
  endOver(at: LiveAt): Promise<void>;
  /** Deletes sessions that ended or expired before that instant. */
  forgetBefore(instant: number): Promise<number>;
}
