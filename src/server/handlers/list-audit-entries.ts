import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { pageSize } from "#room/contract/schemas/visit-filter.ts";
import { type AuditQuery, findEntries } from "#room/server/audit/find-entries.ts";
import { keptAnchor, keptHead } from "#room/server/audit/audit-head.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { wireInstant } from "./visit-answer.ts";

type EntryFilter = Pick<
  RequestOf<"listAuditEntries">,
  "actor" | "action" | "subject" | "from" | "to" | "before"
>;

/** The query for a filter. Person names match in any case. */
export async function auditQueryOf(
  { actor, action, subject, from, to, before }: EntryFilter,
  { store }: HandlerContext,
  limit: number,
): Promise<AuditQuery> {
  const name = (actor ?? "").trim();
  return {
    actor: (name === "" ? undefined : await store.users.find(name))?.name ?? name,
    action: (action ?? "").trim(),
    subject: (subject ?? "").trim(),
    from: dateOfWire(from)?.getTime(),
    to: dateOfWire(to)?.getTime(),
    before: before ?? undefined,
    limit,
  };
}

/** Lists the audit log, one page per call. */
export const listAuditEntries = defineHandler("listAuditEntries", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "read trail" }) },
  handle: async (request, context) => {
    const query = await auditQueryOf(request, context, request.limit ?? pageSize.usual);
    const { entries, next } = await findEntries(context.store, query);
    const head = await keptHead(context.store);
    const anchor = await keptAnchor(context.store);
    return {
      entries: entries.map(({ at, ...entry }) => ({ ...entry, at: wireInstant(at) })),
      ...(next === undefined ? {} : { nextBefore: next }),
      total: head.entries - anchor.entries,
    };
  },
});
