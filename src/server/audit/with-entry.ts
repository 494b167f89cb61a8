import type { AuditAction } from "#room/contract/schemas/audit-filter.ts";
import { type AuditNote, type LooseEntry, looseEntry, sessionMark } from "./audit-entry.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Within } from "#room/server/store/store.ts";
import type { HandlerContext } from "#room/server/handler.ts";

/** What the caller does, for the audit log. */
export function noteOf(
  { session, remoteAddress }: Pick<HandlerContext, "session" | "remoteAddress">,
  action: AuditAction,
  subject: string,
): AuditNote {
  const actor = session?.userName;
  return { actor, action, subject, remoteAddress, session: session && sessionMark(session.idHash) };
}

/** Its row, to be written in the same transaction. */
export const entryOf = (
  context: Pick<HandlerContext, "session" | "remoteAddress" | "now">,
  action: AuditAction,
  subject: string,
): LooseEntry => looseEntry(noteOf(context, action, subject), context.now().getTime());

/**
 * What the caller does, and its row in the audit log: both or neither. `subjectOf` says nothing where there is nothing that is worth a row.
 */
export function withEntry<T>(
  context: Pick<HandlerContext, "session" | "remoteAddress" | "now" | "store">,
  action: AuditAction,
  work: (within: Within) => Promise<T>,
  subjectOf: (done: T) => string | readonly string[] | undefined,
): Promise<T> {
  const { store } = context;
  return store.inOne(async (within) => {
    const done = await work(within);
    const subjects = [subjectOf(done) ?? []].flat();
    const entries = subjects.map((subject) => entryOf(context, action, subject));
    await appendAudit(store, within.db, entries);
    return done;
  });
}
