import type { FastifyRequest } from "fastify";
import type { OperationKey } from "#room/contract/registry.ts";
import type { LookUp, SessionInfo, Sessions } from "#room/server/sessions/sessions.ts";
import type { Settings } from "#room/server/settings.ts";
import { checkOwnOrigin } from "./origin.ts";
import { notAuthenticated } from "./refusal.ts";
import { presentedSession } from "./session-transport.ts";

/**
 * Who may call an operation. `session`: a signed-in user. `open`: anybody, by a setting; a session is still looked
 * up, so that it is known who it was. `own`: the operation answers for itself (Auth, and messaging, whose key is in
 * the body).
 */
export type Access = "session" | "open" | "own";

/** Not shown by the interface: every operation needs a session unless it is listed here. */
export function accessOf(key: OperationKey, settings: Settings): Access {
  switch (key) {
    case "authenticate":
    case "sendMessage":
    case "listMessageSummaries":
    case "getMessage":
    case "findSentMessages":
      return "own";
    case "chargeVisit":
      return settings.openAutoCharge ? "open" : "session";
    case "verifyDiagnosis":
      return settings.openDiagnosisVerify ? "open" : "session";
    default:
      return "session";
  }
}

/** The session of a request that needs one, or may have one. Throws the 401, or the 403 of a foreign page. */
export function admit(
  request: FastifyRequest,
  access: Access,
  { sessions, settings }: { sessions: Sessions; settings: Settings },
): SessionInfo | undefined | Promise<SessionInfo | undefined> {
  if (access === "own") return undefined;
  const presented = presentedSession(request, settings);
  // Before the look-up, which counts as use: no foreign page keeps a session alive.
  if (presented?.by === "cookie") checkOwnOrigin(request, settings);
  const judge = (found: LookUp | undefined) => {
    if (found?.state === "live") return found.user;
    if (access === "open") return undefined;
    throw notAuthenticated(found?.state === "expired" ? "The session has ended. Sign in again." : undefined);
  };
  const found = presented && sessions.lookUp(presented.id);
  return found instanceof Promise ? found.then(judge) : judge(found);
}
