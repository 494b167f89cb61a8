import { hashOfSecret, newSecret } from "./link-secret.ts";
import type { OperationKey } from "#room/contract/registry.ts";
import { type Right, rightsOf, type Role } from "#room/contract/rights.ts";
import type { Settings } from "#room/server/settings.ts";
import type { Proven, SessionRecord } from "#room/server/store/session-repository.ts";
import type { Store } from "#room/server/store/store.ts";

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

const minute = 60_000;
/** A session used later than this from now is over: the clock was set back since, by more than is usually corrected. */
const maxAhead = 5 * minute;

export const hashOfSessionId = hashOfSecret;

export function idleEndOf(
  { remember, lastSeenAt }: Pick<SessionRecord, "remember" | "lastSeenAt">,
  { rememberMeIdleDays, sessionIdleMinutes }: Pick<Settings, "rememberMeIdleDays" | "sessionIdleMinutes">,
): number {
  return lastSeenAt + (remember ? rememberMeIdleDays * 24 * 60 : sessionIdleMinutes) * minute;
}

const isOver = (record: SessionRecord, settings: Settings, at: number) =>
  at >= record.expiresAt || at >= idleEndOf(record, settings) || record.lastSeenAt - at > maxAhead;

interface BegunSession extends Proven {
  readonly remember: boolean;
  readonly remoteAddress: string;
  /** "Firefox on Windows", for the list of sessions. */
  readonly browser: string;
  readonly beganBy: string;
}

interface SessionParts {
  readonly store: Pick<Store, "sessions">;
  readonly settings: Settings;
  readonly now: () => Date;
}

/** Read from the store on each call, so that what another process ended or proved holds here at once. */
export function createSessions({ store, settings, now }: SessionParts) {
  const touchEvery = Math.min(minute, (settings.sessionIdleMinutes * minute) / 10);
  const providers = settings.openIdProviders.map((name) => name.toLowerCase());
  const needsFactor = ({ role, hasFactor, beganBy = "" }: SessionRecord) =>
    // The provider is responsible for a second factor there.
    !hasFactor && settings.secondFactorRoles.includes(role) && !providers.includes(beganBy.toLowerCase());

  function liveAt(at: number) {
    const never = { lastSeenAt: 0 };
    return {
      now: at,
      latest: at + maxAhead,
      idleMs: idleEndOf({ ...never, remember: false }, settings),
      rememberedIdleMs: idleEndOf({ ...never, remember: true }, settings),
    };
  }

  /** If this write fails, a later use is recorded; the request does not fail because of it. */
  async function noteUse({ idHash, lastSeenAt }: SessionRecord, at: number): Promise<void> {
    if (at - lastSeenAt >= touchEvery) await store.sessions.touch(idHash, at).catch(() => undefined);
  }

  function infoOf(record: SessionRecord): SessionInfo {
    const { userId, userName, role, practices, idHash, expiresAt, provedAt, beganBy } = record;
    const known = { userId, userName, role, practices, idHash, expiresAt, provedAt, beganBy };
    return {
      ...known,
      rights: rightsOf(role, record.rights, record.practices),
      mustSetUpFactor: needsFactor(record),
    };
  }

  const isLive = (record: SessionRecord, at: number) =>
    record.endedAt === undefined && !record.userDisabled && !isOver(record, settings, at);

  return {
    /** Also counts as use, unless told otherwise: the idle time starts over. */
    async lookUp(
      sessionId: string | null | undefined,
      { isUse }: { readonly isUse: boolean } = { isUse: true },
    ): Promise<LookUp> {
      // Longer than any of our ids: not worth a hash.
      if (typeof sessionId !== "string" || sessionId === "" || sessionId.length > 200)
        return { state: "unknown" };
      const at = now().getTime();
      const idHash = hashOfSessionId(sessionId);
      const record = await store.sessions.find(idHash);
      if (!record) return { state: "unknown" };
      if (isLive(record, at)) {
        if (isUse) await noteUse(record, at);
        return { state: "live", user: infoOf(record) };
      }
      const endedAt = record.endedAt ?? Math.min(record.expiresAt, idleEndOf(record, settings), at);
      // Written down, so that it stays ended when the clock is set back.
      if (record.endedAt === undefined) await store.sessions.end(record.idHash, endedAt, "expired");
      const forgotten = at - endedAt > settings.endedSessionDays * 24 * 60 * minute;
      return { state: forgotten ? "unknown" : "expired" };
    },

    async start({ userId, signInsEnded, remember: isWished, ...from }: BegunSession) {
      const remember = isWished && settings.rememberMeDays > 0;
      const sessionId = newSecret();
      const idHash = hashOfSessionId(sessionId);
      const hours = remember ? settings.rememberMeDays * 24 : settings.sessionHours;
      const seconds = hours * 3600;
      const createdAt = now().getTime();
      const expiresAt = createdAt + seconds * 1000;
      const began = { createdAt, provedAt: createdAt, ...from };
      await store.sessions.add({ idHash, userId, expiresAt, remember, ...began }, signInsEnded);
      // The seconds for which the browser should keep it; none if it ends with the browser.
      return { sessionId, seconds: remember ? seconds : undefined, idHash };
    },
    /** False if it was not live. */
    end: (sessionId: string, reason: string) =>
      store.sessions.end(hashOfSessionId(sessionId), now().getTime(), reason),
    countLive: () => store.sessions.countLive(liveAt(now().getTime())),
    /** Removes sessions that ended longer ago than they are remembered. */
    async sweep() {
      const at = now().getTime();
      await store.sessions.endExpired(liveAt(at));
      await store.sessions.forgetBefore(at - settings.endedSessionDays * 24 * 60 * minute);
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

export async function liveSessionsOf(
  userId: number,
  { store, settings, now }: SessionParts,
): Promise<SessionRecord[]> {
  const at = now().getTime();
  const sessions = await store.sessions.listOf(userId);
  return sessions.filter((session) => !isOver(session, settings, at));
}
