import { defineHandler } from "#room/server/define-handler.ts";
import { liveSessionsOf } from "#room/server/sessions/sessions.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { leastPasswordOf } from "#room/server/sessions/password-rule.ts";
import { wireInstant } from "./visit-answer.ts";

/** The caller's own account page. */
export const getOwnAccount = defineHandler("getOwnAccount", {
  audit: "none",
  handle: async (_request, context) => {
    const { session, store } = context;
    const user = session && (await store.users.byId(session.userId));
    if (!session || !user) throw notAuthenticated();
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
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
        startedAt: wireInstant(createdAt),
        lastUsedAt: wireInstant(lastSeenAt),
        endsAt: wireInstant(expiresAt),
      })),
    };
  },
});
