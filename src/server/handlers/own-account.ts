import { defineHandler } from "#room/server/define-handler.ts";
import { atMostInUse } from "#room/contract/operations/own-account.ts";
import { notAuthenticated, invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { rightsMark } from "#room/server/sessions/rights-mark.ts";
import { liveSessionsOf } from "#room/server/sessions/sessions.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { leastPasswordOf, newPasswordFault } from "#room/server/sessions/password-rule.ts";
import { wireInstant } from "./visit-answer.ts";
import { hashedPassword, isRightPassword, storePassword } from "#room/server/sessions/credentials.ts";
import type { Within } from "#room/server/store/store.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";

export const getAccount = defineHandler("getAccount", {
  audit: "none",
  handle: async (_request, { session, store }) => {
    const { userName, role, rights, practices, mustSetUpFactor } = session;
    const seesAll = practices.length === 0 && rights.has("visits");
    return {
      userName,
      role,
      rights: [...rights],
      practices: practices.length > 0 ? [...practices] : undefined,
      practicesInUse: seesAll ? [...(await store.visits.practicesInUse(atMostInUse))] : undefined,
      mustSetUpFactor: mustSetUpFactor || undefined,
      rightsMark: rightsMark(session),
    };
  },
});

export const getOwnAccount = defineHandler("getOwnAccount", {
  audit: "none",
  handle: async (_request, context) => {
    const { session, store } = context;
    const user = await store.users.byId(session.userId);
    if (!user) throw notAuthenticated();
    const sessions = await liveSessionsOf(user.userId, context);
    return {
      userName: user.name,
      displayName: user.displayName,
      role: user.role,
      addresses: [...user.addresses],
      hasPassword: user.passwordRecord !== undefined,
      minPassword: await leastPasswordOf(user, context),
      sessions: sessions.map(({ idHash, browser, remoteAddress, createdAt, lastSeenAt, expiresAt }) => ({
        sessionId: sessionMark(idHash),
        isThis: idHash === session.idHash,
        browser,
        remoteAddress,
        startedAt: wireInstant(createdAt),
        lastUsedAt: wireInstant(lastSeenAt),
        endsAt: wireInstant(expiresAt),
      })),
    };
  },
});

/**
 * Requires the old password. Failures count as failed sign-ins, so an unattended session cannot be used to guess it.
 */
export const changePassword = defineHandler("changePassword", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async ({ oldPassword, newPassword }, context) => {
    const { session, store, now } = context;
    const user = await store.users.byId(session.userId);
    if (!user) throw notAuthenticated();
    if (user.passwordRecord === undefined)
      throw new Refusal(
        409,
        "NoPassword",
        "You sign in without a password here, so there is none to change.",
      );
    const fault = await newPasswordFault(newPassword, user, context);
    if (fault !== undefined) throw invalidMember("WeakPassword", "newPassword", fault);
    if (!(await isRightPassword(user, oldPassword, context)))
      throw invalidMember("WrongPassword", "oldPassword", "This isn’t your password.");
    if (oldPassword === newPassword)
      throw invalidMember("WeakPassword", "newPassword", "This is already your password.");
    const hashed = await hashedPassword(newPassword, context);
    const work = async (within: Within) => {
      if (!(await storePassword(user, hashed, within)))
        throw new Refusal(
          409,
          "PasswordChanged",
          "Your password was changed elsewhere at the same moment, so this change wasn’t made. Sign in again.",
        );
      const ending = { reason: "password changed", except: session.idHash };
      return { endedSessions: await within.sessions.endAllOf(user.userId, now().getTime(), ending) };
    };
    return withEntry(context, "changed user", work, () => `${user.name}: password`);
  },
});

/** How many the audit log names. */
const maxNamed = 20;

/**
 * Only the caller's own sessions: another user's session name matches nothing, so callers cannot learn whether it
 * exists.
 */
export const endSessions = defineHandler("endSessions", {
  audit: "by-handler",
  handle: async ({ sessionId }, context) => {
    const { session, now } = context;
    const live = await liveSessionsOf(session.userId, context);
    const meant = live.filter(({ idHash }) =>
      sessionId ? sessionMark(idHash) === sessionId : idHash !== session.idHash,
    );
    const reason = "ended by its user";
    const [only] = meant;
    const at = now().getTime();
    const work = async ({ sessions }: Within) =>
      sessionId
        ? Number(only !== undefined && (await sessions.end(only.idHash, at, reason)))
        : sessions.endAllOf(session.userId, at, { reason, except: session.idHash });
    const marks = meant.slice(0, maxNamed).map(({ idHash }) => `session:${sessionMark(idHash)}`);
    const others = meant.length > maxNamed ? [`${meant.length - maxNamed} more`] : [];
    const subject = [...marks, ...others].join(", ");
    return {
      ended: await withEntry(context, "ended sessions", work, (ended) => (ended > 0 ? subject : undefined)),
    };
  },
});
