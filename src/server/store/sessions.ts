import type { Role } from "#room/contract/rights.ts";

/** A session as it is kept. The id itself is never kept, only its hash. */
export interface SessionRecord {
  readonly idHash: string;
  readonly userId: number;
  readonly userName: string;
  readonly userDisabled: boolean;
  readonly role: Role;
  /** Rights beyond those of the role. */
  readonly rights: readonly string[];
  readonly practices: readonly string[];
  /** Instants are milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** The absolute end. The idle end is lastSeenAt and a setting. */
  readonly expiresAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: string | undefined;
  readonly remember: boolean;
  readonly remoteAddress: string | undefined;
  /** "Firefox on Windows"; empty where it is not known. */
  readonly browser: string;
  /** When its holder last proved who they are. */
  readonly provedAt: number | undefined;
  /** By which way it began: credentials, digest, passkey, or a provider's name. */
  readonly beganBy: string | undefined;
  /** Whether its holder has a second factor here. */
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

/** Thrown by `add`: the user was disabled, perhaps while they proved who they are. */
export class UserDisabled extends Error {}

/** Sessions, the ended ones too: an ended key is told apart from one that never was. */
export interface Sessions {
  /** Also notes that its user signed in. Throws UserDisabled. */
  add(session: NewSession): Promise<void>;
  find(idHash: string): Promise<SessionRecord | undefined>;
  /** Notes that the session was used. Call it at most once a minute or so per session, not at every request. */
  touch(idHash: string, lastSeenAt: number): Promise<void>;
  /** Its holder has proved again who they are. */
  prove(idHash: string, provedAt: number): Promise<void>;
  /** Ends it; false when it was ended before or never was. */
  end(idHash: string, endedAt: number, reason: string): Promise<boolean>;
  /** Ends all sessions of a user but one; how many were ended. */
  endAllOf(userId: number, endedAt: number, options: { reason: string; except?: string }): Promise<number>;
  /** The sessions of a user that have not ended, newest first. */
  listOf(userId: number): Promise<SessionRecord[]>;
  /** How many sessions each user has that open something now. */
  countLive(at: { now: number; idleMs: number; rememberedIdleMs: number }): Promise<Map<number, number>>;
  /** Forgets sessions that ended, or expired, before that instant. */
  forgetBefore(instant: number): Promise<number>;
}
