import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, text } from "#room/contract/primitives/rule.ts";
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

/**
 * ExportAuditEntries, an extension: rows of the trail as text, newest first, one part per call. The export
 * itself is recorded in the trail.
 */
export const exportAuditEntries = defineExtension({
  name: "ExportAuditEntriesRequest",
  effect: "read",
  right: "trail",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  request: z.looseObject({
    ...auditFilter,
    format: z.enum(["csv", "ndjson"]),
    /** `nextBefore` of the previous part. The first part of a CSV has the header. */
    before: optional(z.number()),
  }),
  response: z.looseObject({
    text: z.string(),
    count: z.number(),
    nextBefore: optional(z.number()),
  }),
});

/**
 * CheckAuditTrail, an extension: verifies the trail's hash chain, one part per call, and reports where it is
 * broken. To continue, send back `entries` and `hash` from the previous answer.
 */
export const checkAuditTrail = defineExtension({
  name: "CheckAuditTrailRequest",
  effect: "read",
  right: "trail",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  request: z.looseObject({ entries: optional(z.number()), hash: optional(text(64)) }),
  response: z.looseObject({
    /** How many rows are verified so far; the last of them has that hash. */
    entries: z.number(),
    hash: z.string(),
    total: z.number(),
    /** How many rows were removed by age; verification starts after them. */
    removed: optional(z.number()),
    isDone: z.boolean(),
    /** The first row that fails verification, and why. */
    brokenAt: optional(z.number()),
    fault: optional(z.string()),
  }),
});
