import type { FastifyRequest } from "fastify";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import type { DefinedHandler } from "#room/server/define-handler.ts";
import { KeyRefusal } from "#room/server/keys/key-refusal.ts";
import { isProgramKey, type Keyring } from "#room/server/keys/keyring.ts";
import type { SessionInfo, Sessions } from "#room/server/sessions/sessions.ts";
import type { Settings } from "#room/server/settings.ts";
import { checkNamedOrigin, checkOwnOrigin } from "./origin.ts";
import { notAuthenticated } from "./refusal.ts";
import { presentedSession } from "./session-transport.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

/**
 * Who may call an operation. `session`: a signed-in user. `open`: anyone, by a setting; a session is still looked up to
 * record who called. `own`: the operation checks for itself (Auth, and messaging, whose key is in the body).
 */
export type Access = "session" | "open" | "own";

export function accessOf(
  key: OperationKey,
  { openedBy }: Pick<DefinedHandler<OperationKey>, "openedBy">,
  settings: Settings,
): Access {
  if (registry[key].session !== "header") return "own";
  return openedBy !== undefined && settings[openedBy] ? "open" : "session";
}

/** A page sends this header with automatic requests, which do not count against the session's idle time. */
const background = "x-background";

/**
 * The session of a request that needs or may have one; for a program, its key. Throws the 401, or the 403 for a page of
 * another origin.
 */
export async function admit(
  request: FastifyRequest,
  { access, isUse = true }: { access: Access; isUse?: boolean },
  { sessions, keys, settings }: { sessions: Sessions; keys: Keyring; settings: Settings },
): Promise<SessionInfo | undefined> {
  if (access === "own") return undefined;
  const presented = presentedSession(request, settings);
  if (presented && isProgramKey(presented.id)) {
    if (presented.by === "cookie") throw new KeyRefusal("KeyInCookie");
    // An expired or ended key is refused even where none is needed, so that its program finds out.
    return keys.admit(presented.id, remoteAddressOf(request, settings));
  }
  // Before the look-up, which counts as use: a page of another origin must not keep a session alive.
  if (presented?.by === "cookie") checkOwnOrigin(request, settings);
  const isUsed = isUse && request.headers[background] === undefined;
  const found = presented && (await sessions.lookUp(presented.id, { isUse: isUsed }));
  if (found?.state === "live") return found.user;
  if (access === "open") {
    // It is open to programs: a foreign page in a clinic's browser needs no session to call it.
    checkNamedOrigin(request, settings);
    return undefined;
  }
  throw notAuthenticated(found?.state === "expired" ? "The session has ended. Sign in again." : undefined);
}
