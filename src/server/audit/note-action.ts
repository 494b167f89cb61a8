import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { type LooseEntry, looseEntry, sessionMark } from "./audit-entry.ts";
import { afterDone } from "#room/server/store/store-unavailable.ts";
import type { HandlerContext } from "#room/server/handler.ts";

/** A row about what the caller does, to be written in the same transaction. */
export function entryOf(
  { session, remoteAddress, now }: Pick<HandlerContext, "session" | "remoteAddress" | "now">,
  action: AuditAction,
  subject: string,
): LooseEntry {
  const actor = session?.userName;
  const note = { actor, action, subject, remoteAddress, session: session && sessionMark(session.idHash) };
  return looseEntry(note, now().getTime());
}

type Caller = Pick<HandlerContext, "audit" | "session" | "remoteAddress">;

/**
 * Records in the audit log what the caller did. If it cannot be written now, it is written later, and the answer must not
 * say that nothing was done.
 */
export async function noteAction(
  { audit, session, remoteAddress }: Caller,
  action: AuditAction,
  subject: string,
): Promise<void> {
  const actor = session?.userName;
  const note = { actor, action, subject, remoteAddress, session: session && sessionMark(session.idHash) };
  await afterDone(audit.noteNow(note));
}
