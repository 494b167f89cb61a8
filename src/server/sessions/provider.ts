import type { ResponseOf } from "#room/contract/registry.ts";
import { looseEntry, sessionMark } from "#room/server/audit/audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { createSessions } from "./sessions.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { SignInsEnded } from "#room/server/store/session-repository.ts";
import type { UserRecord } from "#room/server/store/user-repository.ts";

/** Who proved their identity, as they were read before that. */
export type ProvenUser = Pick<UserRecord, "userId" | "name" | "signInsEnded"> & {
  /** The user as they are now, if the proof would hold once more after all their sessions were ended meanwhile. */
  readonly proveAgain?: (() => Promise<ProvenUser | undefined>) | undefined;
};

/** The same words for an unknown user, a disabled one and a wrong password. */
export const badSignIn = "Invalid user name or password";

/**
 * Starts a session for a user who has proved their identity. The id is always new, and the session the request came
 * with ends, so that an id planted before the sign-in is worthless after it.
 */
export async function startSession(
  user: ProvenUser,
  end: { readonly by: string; readonly remember: boolean; readonly referrerUrl: string | undefined },
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { store, settings, now, transport, audit, remoteAddress } = context;
  const { by, remember, referrerUrl } = end;
  const { userId, name: actor, signInsEnded } = user;
  const browser = transport.browserName();
  const begin = store.inOne(async (within) => {
    const sessions = createSessions({ store: within, settings, now });
    // The user's row is locked first, as everywhere.
    const begun = { userId, signInsEnded, remember, remoteAddress, browser, beganBy: by };
    const started = await sessions.start(begun);
    for (const id of transport.everyPresented()) await sessions.end(id, "replaced");
    const session = sessionMark(started.idHash);
    const note = { actor, action: "signed in", subject: by, remoteAddress, session } as const;
    await appendAudit(store, within.db, [looseEntry(note, now().getTime())]);
    return started;
  });
  const started = await begin.catch((error: unknown) => {
    if (!(error instanceof SignInsEnded)) throw error;
  });
  if (!started) {
    const again = await user.proveAgain?.();
    if (again) return startSession(again, end, context);
    await audit.noteRepeated({ actor, action: "sign-in failed", subject: by, remoteAddress });
    throw notAuthenticated(badSignIn);
  }
  const { sessionId, seconds } = started;
  transport.setCookie(sessionId, seconds);
  return {
    sessionId,
    userName: actor,
    ...(referrerUrl === undefined ? {} : { referrerUrl }),
    responseStatus: {},
  };
}
