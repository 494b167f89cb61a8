import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { auditFilter } from "#room/contract/schemas/audit-filter.ts";
import { pageLimit } from "#room/contract/schemas/visit-filter.ts";

export const auditEntry = z.looseObject({
  /** 1, 2, 3 … without gaps. */
  seq: z.number(),
  at: z.string(),
  /** Absent: unknown. */
  actor: optional(z.string()),
  action: z.string(),
  subject: optional(z.string()),
  remoteAddress: optional(z.string()),
  /** Identifies the session; it grants no access. */
  session: optional(z.string()),
});
export type AuditEntryRow = z.output<typeof auditEntry>;

/**
 * ListAuditEntries, an extension: the audit log, newest first, paged. A page may be short or empty while
 * there is more; only an absent `nextBefore` marks the end.
 */
export const listAuditEntries = defineExtension({
  name: "ListAuditEntriesRequest",
  effect: "read",
  right: "trail",
  discloses: "no-patient-data",
  freshMs: 10_000,
  request: z.looseObject({
    ...auditFilter,
    /** Absent: 50. */
    limit: optional(pageLimit),
    /** Only rows before this one: `nextBefore` of the previous page. */
    before: optional(z.number()),
  }),
  response: z.looseObject({
    entries: z.array(auditEntry),
    nextBefore: optional(z.number()),
    /** How many rows the whole trail has. */
    total: z.number(),
  }),
});
