import { hash, randomBytes } from "node:crypto";
import type { OperationKey } from "#room/contract/registry.ts";
import { type Right, rightsOf, type Role } from "#room/contract/rights.ts";
import type { Settings } from "#room/server/settings.ts";
import type { SessionRecord } from "#room/server/store/session-repository.ts";
import type { Store } from "#room/server/store/store.ts";

/** A live session and its user. */
export interface SessionInfo {
  /** 0: a program, which is not a user. */
  readonly userId: number;
  /** As the user was created, in whatever case it was typed at sign-in; for a program `key: <name>`. */
  readonly userName: string;
  readonly role: Role | "program";
  readonly rights: ReadonlySet<Right>;
  /** The practices whose visits the user may see; empty: all. */
  readonly practices: readonly string[];
  /** Names the session in lists and in the audit trail; it grants no access. */
  readonly idHash: string;
  /** When it ends at the latest, milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the user last proved their identity; undefined if no one did, as with a program's key. */
  readonly provedAt?: number | undefined;
  /** How it began: credentials, digest, passkey, or a provider's name. */
  readonly beganBy?: string | undefined;
  /** Their role needs a second factor, and they have none. */
  readonly mustSetUpFactor?: boolean;
  /** For a program with a key: everything it may call. */
  readonly key?: { readonly keyId: number; readonly operations: ReadonlySet<OperationKey> };
}

/**
 * The state of a session id. `expired` is an id that was ours and ended (by time, by sign-out, by its user being
 * disabled); after `endedSessionDays` it is as unknown as one that never existed.
 */
export type LookUp =
  | { readonly state: "live"; readonly user: SessionInfo }
  | { readonly state: "expired" }
  | { readonly state: "unknown" };

export interface Sessions {
  /** Also counts as use, unless told otherwise: the idle time starts over. */
  lookUp(sessionId: string | null | undefined, how?: { readonly isUse: boolean }): Promise<LookUp>;
  start(options: {
    userId: number;
    remember: boolean;
    remoteAddress: string;
    /** "Firefox on Windows", for the list of sessions. */
    browser: string;
    beganBy: string;
  }): Promise<{
    sessionId: string;
    /** How long the browser should keep it; undefined if it ends with the browser. */
    seconds: number | undefined;
    idHash: string;
  }>;
  /** False if it was not live. */
  end(sessionId: string, reason: string): Promise<boolean>;
  /** The user has just proved their identity again, or changed the means of doing so. */
  prove(session: SessionInfo): Promise<void>;
  /** Signs the user out everywhere, or everywhere else; returns how many sessions ended. */
  endAllOf(userId: number, reason: string, except?: string): Promise<number>;
  /** Ends one of the user's sessions, named by its hash. False if it was not live. */
  endOne(idHash: string, reason: string): Promise<boolean>;
  /**
   * The user's role, rights or practices changed: effective here immediately, in other processes within two seconds.
   */
  userChanged(userId: number): void;
  /** How many live sessions each user has. */
  countLive(): Promise<Map<number, number>>;
  /** Removes sessions that ended longer ago than they are remembered. */
  sweep(): Promise<void>;
}

/**
 * Each process reads a live session from the store at most every two seconds. So a session ended in another process
 * (sign-out, `npm run user -- disable`) remains usable here for at most this long.
 */
const trustedFor = 2000;
const maxTrusted = 10_000;
const minute = 60_000;
/** A session used later than this from now is over: the clock was set back since, by more than is usually corrected. */
const maxAhead = 5 * minute;

interface Trusted {
  readonly state: "live";
  readonly user: SessionInfo;
  readonly remember: boolean;
  readonly readAt: number;
  lastSeenAt: number;
}

export function hashOfSessionId(sessionId: string): string {
  return hash("sha256", sessionId, "base64url");
}

/** When an unused session ends. */
export function idleEndOf(
  { remember, lastSeenAt }: Pick<SessionRecord, "remember" | "lastSeenAt">,
  { rememberMeIdleDays, sessionIdleMinutes }: Pick<Settings, "rememberMeIdleDays" | "sessionIdleMinutes">,
): number {
  return lastSeenAt + (remember ? rememberMeIdleDays * 24 * 60 : sessionIdleMinutes) * minute;
}

interface SessionParts {
  readonly store: Pick<Store, "sessions">;
  readonly settings: Settings;
  readonly now: () => Date;
}

export function createSessions(parts: SessionParts): Sessions {
  const { store, settings, now } = parts;
  const touchEvery = Math.min(minute, (settings.sessionIdleMinutes * minute) / 10);
  const providers = settings.openIdProviders.map((name) => name.toLowerCase());
  const needsFactor = ({ role, hasFactor, beganBy = "" }: SessionRecord) =>
    // The provider is responsible for a second factor there.
    !hasFactor && settings.secondFactorRoles.includes(role) && !providers.includes(beganBy.toLowerCase());
  /** By session id, so that a session in use is hashed when it is read, not on each request. */
  const trusted = new Map<string, Trusted>();

  function isOver(known: Pick<Trusted, "remember" | "lastSeenAt">, end: number, at: number) {
    return at >= end || at >= idleEndOf(known, settings) || known.lastSeenAt - at > maxAhead;
  }

  function liveAt(at: number) {
    const never = { lastSeenAt: 0 };
    return {
      now: at,
      idleMs: idleEndOf({ ...never, remember: false }, settings),
      rememberedIdleMs: idleEndOf({ ...never, remember: true }, settings),
    };
  }

  /** If this write fails, a later use is recorded; the request does not fail because of it. */
  async function noteUse(known: Trusted, at: number): Promise<void> {
    if (at - known.lastSeenAt < touchEvery) return;
    known.lastSeenAt = at;
    await store.sessions.touch(known.user.idHash, at).catch(() => undefined);
  }

  function trust(sessionId: string, record: SessionRecord, at: number): Trusted {
    const known: Trusted = {
      state: "live",
      user: {
        userId: record.userId,
        userName: record.userName,
        role: record.role,
        rights: rightsOf(record.role, record.rights),
        practices: record.practices,
        idHash: record.idHash,
        expiresAt: record.expiresAt,
        provedAt: record.provedAt,
        beganBy: record.beganBy,
        mustSetUpFactor: needsFactor(record),
      },
      remember: record.remember,
      readAt: at,
      lastSeenAt: record.lastSeenAt,
    };
    if (trusted.size >= maxTrusted) trusted.clear();
    trusted.set(sessionId, known);
    return known;
  }

  /** They are read again on their next use. */
  function forget(isMeant: (known: Trusted) => boolean): void {
    for (const [id, known] of trusted) if (isMeant(known)) trusted.delete(id);
  }

  async function read(sessionId: string, at: number, isUse: boolean): Promise<LookUp> {
    trusted.delete(sessionId);
    const record = await store.sessions.find(hashOfSessionId(sessionId));
    if (!record) return { state: "unknown" };
    const over = record.endedAt !== undefined || record.userDisabled || isOver(record, record.expiresAt, at);
    if (!over) {
      const known = trust(sessionId, record, at);
      if (isUse) await noteUse(known, at);
      return known;
    }
    const endedAt = record.endedAt ?? Math.min(record.expiresAt, idleEndOf(record, settings), at);
    // Written down, so that it stays ended when the clock is set back.
    if (record.endedAt === undefined) await store.sessions.end(record.idHash, endedAt, "expired");
    const forgotten = at - endedAt > settings.endedSessionDays * 24 * 60 * minute;
    return { state: forgotten ? "unknown" : "expired" };
  }

  return {
    async lookUp(sessionId, { isUse } = { isUse: true }) {
      // Longer than any of our ids: not worth a hash.
      if (typeof sessionId !== "string" || sessionId === "" || sessionId.length > 200)
        return { state: "unknown" };
      const at = now().getTime();
      const known = trusted.get(sessionId);
      const isFresh = known !== undefined && at >= known.readAt && at - known.readAt < trustedFor;
      if (!isFresh || isOver(known, known.user.expiresAt, at)) return read(sessionId, at, isUse);
      if (isUse) await noteUse(known, at);
      return known;
    },

    async start({ userId, remember: isWished, remoteAddress, browser, beganBy }) {
      const remember = isWished && settings.rememberMeDays > 0;
      const sessionId = randomBytes(24).toString("base64url");
      const idHash = hashOfSessionId(sessionId);
      const hours = remember ? settings.rememberMeDays * 24 : settings.sessionHours;
      const seconds = hours * 3600;
      const createdAt = now().getTime();
      const expiresAt = createdAt + seconds * 1000;
      const began = { createdAt, provedAt: createdAt, beganBy, remoteAddress, browser };
      await store.sessions.add({ idHash, userId, expiresAt, remember, ...began });
      return { sessionId, seconds: remember ? seconds : undefined, idHash };
    },

    async end(sessionId, reason) {
      trusted.delete(sessionId);
      return store.sessions.end(hashOfSessionId(sessionId), now().getTime(), reason);
    },

    async prove({ idHash }) {
      await store.sessions.prove(idHash, now().getTime());
      forget(({ user }) => user.idHash === idHash);
    },

    async endAllOf(userId, reason, except) {
      forget(({ user }) => user.userId === userId);
      const options = except === undefined ? { reason } : { reason, except };
      return store.sessions.endAllOf(userId, now().getTime(), options);
    },

    async endOne(idHash, reason) {
      forget(({ user }) => user.idHash === idHash);
      return store.sessions.end(idHash, now().getTime(), reason);
    },

    userChanged(userId) {
      forget(({ user }) => user.userId === userId);
    },

    countLive() {
      return store.sessions.countLive(liveAt(now().getTime()));
    },

    async sweep() {
      const at = now().getTime();
      for (const [id, known] of trusted) if (at - known.readAt >= trustedFor) trusted.delete(id);
      await store.sessions.endOver(liveAt(at));
      await store.sessions.forgetBefore(at - settings.endedSessionDays * 24 * 60 * minute);
    },
  };
}

/** A user's valid sessions, newest first. */
export async function liveSessionsOf(
  userId: number,
  { store, settings, now }: SessionParts,
): Promise<SessionRecord[]> {
  const at = now().getTime();
  const sessions = await store.sessions.listOf(userId);
  return sessions.filter((session) => session.expiresAt > at && idleEndOf(session, settings) > at);
}
