import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionRecord } from "#room/server/store/session-repository.ts";
import { idleEndOf } from "./sessions.ts";

/** A user's valid sessions, newest first. */
export async function liveSessionsOf(
  userId: number,
  { store, settings, now }: Pick<HandlerContext, "store" | "settings" | "now">,
): Promise<SessionRecord[]> {
  const at = now().getTime();
  const sessions = await store.sessions.listOf(userId);
  return sessions.filter((session) => session.expiresAt > at && idleEndOf(session, settings) > at);
}
