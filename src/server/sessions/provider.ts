import type { ResponseOf } from "#room/contract/registry.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { SignInsEnded } from "#room/server/store/session-repository.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";

/** Who proved their identity, as they were read before that. */
export type ProvenUser = Pick<UserRecord, "userId" | "name" | "signInsEnded">;

/** The same words for an unknown user, a disabled one and a wrong password. */
export const badSignIn = "Invalid user name or password";

/**
 * Starts a session for a user who has proved their identity. The id is always new, and the session the request came
 * with ends, so that an id planted before the sign-in is worthless after it.
 */
export async function startSession(
  user: ProvenUser,
  { by, remember, referrerUrl }: { by: string; remember: boolean; referrerUrl: string | undefined },
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { sessions, transport, remoteAddress, audit } = context;
  const { userId, signInsEnded } = user;
  for (const id of transport.everyPresented()) await sessions.end(id, "replaced");
  const browser = transport.browserName();
  const started = await sessions
    .start({ userId, signInsEnded, remember, remoteAddress, browser, beganBy: by })
    .catch((error: unknown) => {
      throw error instanceof SignInsEnded ? notAuthenticated(badSignIn) : error;
    });
  const { sessionId, seconds, idHash } = started;
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
