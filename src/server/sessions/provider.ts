import type { ResponseOf } from "#room/contract/registry.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { UserRecord } from "#room/server/store/users.ts";

/**
 * Starts a session for a user who has proved who it is. Always a new id; the one that the request came with ends, so
 * that an id planted before the sign-in is worth nothing after it.
 */
export async function startSession(
  user: Pick<UserRecord, "userId" | "name">,
  { by, remember, referrerUrl }: { by: string; remember: boolean; referrerUrl: string | undefined },
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { sessions, transport, remoteAddress, audit } = context;
  const before = transport.presented();
  if (before) await sessions.end(before.id, "replaced");
  const { sessionId, seconds, idHash } = await sessions.start({
    userId: user.userId,
    remember,
    remoteAddress,
    browser: transport.browserName(),
    beganBy: by,
  });
  transport.setCookie(sessionId, seconds);
  const session = sessionMark(idHash);
  await audit.noteNow({ actor: user.name, action: "signed in", subject: by, remoteAddress, session });
  return {
    sessionId,
    userName: user.name,
    ...(referrerUrl === undefined ? {} : { referrerUrl }),
    responseStatus: {},
  };
}
