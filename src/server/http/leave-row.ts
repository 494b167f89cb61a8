import { textIn } from "#room/billing/json-record.ts";
import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { sessionMark } from "#room/server/audit/audit-entry.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { hashOfSessionId, type SessionInfo } from "#room/server/sessions/sessions.ts";
import type { AuditOf, AuditTime, AuditWords } from "#room/server/define-handler.ts";

const refusedSession: ReadonlySet<string> = new Set([
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
]);

/** The row for an answer. A refused caller is recorded as unknown: the name they gave may not be theirs. */
interface LeftRow extends AuditWords {
  readonly when: AuditTime;
  readonly isRefused?: boolean;
}

export function rowOf<K extends OperationKey>(
  key: K,
  audit: AuditOf<K>,
  { request, answer }: { request: RequestOf<K>; answer: ResponseOf<K> },
): LeftRow | undefined {
  const fault: { code: string } | undefined = registry[key].faults.read(answer);
  if (fault && refusedSession.has(fault.code))
    return { when: "counted", isRefused: true, action: "access refused", subject: registry[key].name };
  if (typeof audit === "string") return undefined;
  const noted = fault ? audit.noteOfFault?.(fault.code, request) : audit.note(request, answer);
  return noted && { when: fault ? "counted" : audit.when, ...noted };
}

interface Served {
  readonly key: OperationKey;
  readonly parts: Pick<ServerParts, "audit">;
}

/** The mark of the session: from the headers, or in messaging from the key in the body. */
export function markOf(session: SessionInfo | undefined, request: unknown): string | undefined {
  if (session) return sessionMark(session.idHash);
  const key = textIn(request, "sessionKey");
  return key ? sessionMark(hashOfSessionId(key)) : undefined;
}

/** The user of the session. In messaging, once the key is valid, the name next to it is that session's user. */
function actorOf(key: OperationKey, session: SessionInfo | undefined, request: unknown): string | undefined {
  return registry[key].session === "body" ? textIn(request, "loggedInUser") : session?.userName;
}

/**
 * What was read is sent only with its row in the trail. What was changed stays changed; its row is written as soon as
 * possible.
 */
export async function leaveRow(
  { key, parts: { audit } }: Served,
  { when, isRefused = false, action, subject }: LeftRow,
  { request, session, address }: { request: unknown; session: SessionInfo | undefined; address: string },
): Promise<void> {
  const actor = isRefused ? undefined : actorOf(key, session, request);
  const note = { actor, action, subject, remoteAddress: address, session: markOf(session, request) };
  if (when === "soon") return audit.note(note);
  const written = when === "counted" ? audit.noteRepeated(note) : audit.noteNow(note);
  if (registry[key].effect === "read") await written;
  else await written.catch(() => undefined);
}
