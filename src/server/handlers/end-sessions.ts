import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import type { Handler } from "#room/server/handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { liveSessionsOf } from "#room/server/sessions/live-sessions.ts";

/**
 * Only the caller's own sessions: another user's session name matches nothing, so callers cannot learn whether it
 * exists.
 */
export const endSessions: Handler<"endSessions"> = async ({ sessionId }, context) => {
  const { session, sessions } = context;
  if (!session) throw notAuthenticated();
  const live = await liveSessionsOf(session.userId, context);
  const meant = live.filter(({ idHash }) =>
    sessionId ? sessionMark(idHash) === sessionId : idHash !== session.idHash,
  );
  const done = await Promise.all(meant.map(({ idHash }) => sessions.endOne(idHash, "ended by its user")));
  const ended = done.filter(Boolean).length;
  if (ended > 0)
    await noteAction(
      context,
      "ended sessions",
      meant.map(({ idHash }) => `session:${sessionMark(idHash)}`).join(", "),
    );
  return { ended };
};
