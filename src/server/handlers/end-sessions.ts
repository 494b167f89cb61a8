import { defineHandler } from "#room/server/define-handler.ts";
import { liveSessionsOf } from "#room/server/sessions/sessions.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";

/** How many the audit log names. */
const maxNamed = 20;

/**
 * Only the caller's own sessions: another user's session name matches nothing, so callers cannot learn whether it
 * exists.
 */
export const endSessions = defineHandler("endSessions", {
  audit: "by-handler",
  handle: async ({ sessionId }, context) => {
    const { session, sessions } = context;
    if (!session) throw notAuthenticated();
    const live = await liveSessionsOf(session.userId, context);
    const meant = live.filter(({ idHash }) =>
      sessionId ? sessionMark(idHash) === sessionId : idHash !== session.idHash,
    );
    const reason = "ended by its user";
    const [only] = meant;
    const ended = sessionId
      ? Number(only !== undefined && (await sessions.endOne(only.idHash, reason)))
      : await sessions.endAllOf(session.userId, reason, session.idHash);
    const marks = meant.slice(0, maxNamed).map(({ idHash }) => `session:${sessionMark(idHash)}`);
    const others = meant.length > maxNamed ? [`${meant.length - maxNamed} more`] : [];
    if (ended > 0) await noteAction(context, "ended sessions", [...marks, ...others].join(", "));
    return { ended };
  },
});
