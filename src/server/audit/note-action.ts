import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { sessionMark } from "./audit-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";

type Caller = Pick<HandlerContext, "audit" | "session" | "remoteAddress">;

/** Records in the audit log what the caller did. */
export function noteAction(
  { audit, session, remoteAddress }: Caller,
  action: AuditAction,
  subject: string,
): Promise<void> {
  return audit.noteNow({
    actor: session?.userName,
    action,
    subject,
    remoteAddress,
    session: session && sessionMark(session.idHash),
  });
}
