import type { FastifyRequest } from "fastify";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import { KeyRefusal } from "#room/server/keys/key-refusal.ts";
import { isProgramKey } from "#room/server/keys/key-secret.ts";
import type { Keyring } from "#room/server/keys/keyring.ts";
import type { SessionInfo, Sessions } from "#room/server/sessions/sessions.ts";
import type { Settings } from "#room/server/settings.ts";
import { operationRules } from "./operation-rules.ts";
import { checkOwnOrigin } from "./origin.ts";
import { notAuthenticated } from "./refusal.ts";
import { presentedSession } from "./session-transport.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

/**
 * Who may call an operation. `session`: a signed-in user. `open`: anybody, by a setting; a session is still looked
 * up, so that it is known who it was. `own`: the operation answers for itself (Auth, and messaging, whose key is in
 * the body).
 */
export type Access = "session" | "open" | "own";

export function accessOf(key: OperationKey, settings: Settings): Access {
  if (registry[key].session !== "header") return "own";
  const { openedBy } = operationRules[key];
  return openedBy !== "never" && settings[openedBy] ? "open" : "session";
}

/** With this header a page asks by itself, of which the session's idle time knows nothing. */
const background = "x-background";

/** The session of a request that needs one, or may have one; of a program, its key. Throws the 401, or the 403 of a foreign page. */
export async function admit(
  request: FastifyRequest,
  { access, isUse = true }: { access: Access; isUse?: boolean | undefined },
  { sessions, keys, settings }: { sessions: Sessions; keys: Keyring; settings: Settings },
): Promise<SessionInfo | undefined> {
  if (access === "own") return undefined;
  const presented = presentedSession(request, settings);
  if (presented && isProgramKey(presented.id)) {
    if (presented.by === "cookie") throw KeyRefusal.inCookie();
    // One that works no more is refused where others need none, too: its program is to be told.
    return keys.admit(presented.id, remoteAddressOf(request, settings));
  }
  // Before the look-up, which counts as use: no foreign page keeps a session alive.
  if (presented?.by === "cookie") checkOwnOrigin(request, settings);
  const isUsed = isUse && request.headers[background] === undefined;
  const found = presented && (await sessions.lookUp(presented.id, { isUse: isUsed }));
  if (found?.state === "live") return found.user;
  if (access === "open") return undefined;
  throw notAuthenticated(found?.state === "expired" ? "The session has ended. Sign in again." : undefined);
}
