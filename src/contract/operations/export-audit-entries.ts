import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { auditFilter } from "#room/contract/schemas/audit-filter.ts";

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
