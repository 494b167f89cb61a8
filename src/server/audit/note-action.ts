import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { type LooseEntry, looseEntry, sessionMark } from "./audit-entry.ts";
import { afterDone } from "#room/server/store/store-unavailable.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Within } from "#room/server/store/store.ts";
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

/**
 * What the caller does, and its row in the audit log: both or neither. `subjectOf` undefined: nothing that is worth a row.
 */
export function withEntry<T>(
  context: Pick<HandlerContext, "session" | "remoteAddress" | "now" | "store">,
  action: AuditAction,
  work: (within: Within) => Promise<T>,
  subjectOf: (done: T) => string | undefined,
): Promise<T> {
  const { store } = context;
  return store.inOne(async (within) => {
    const done = await work(within);
    const subject = subjectOf(done);
    if (subject !== undefined) await appendAudit(store, within.db, [entryOf(context, action, subject)]);
    return done;
  });
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
