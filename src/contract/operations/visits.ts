import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredGuid } from "#room/contract/primitives/guid.ts";
import { money } from "#room/contract/primitives/money.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { visitMatch, visitRow } from "#room/contract/schemas/visit.ts";
import { asksOfAnother, pageLimit, pageSize, visitFilter } from "#room/contract/schemas/visit-filter.ts";

/**
 * ListVisits, an extension: the clinic's visits, one row each, paged. A page may be short or empty while
 * there is more; only an absent `nextCursor` marks the end.
 */
export const listVisits = defineExtension({
  name: "ListVisitsRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 10_000,
  request: z.looseObject({
    ...visitFilter,
    /** Only these visits, within the rest of the filter. */
    visitIds: optional(
      z.array(requiredGuid).check(
        rule((ids) => ids.length <= pageSize.most, {
          code: "Length",
          message: `must be at most ${pageSize.most} ids`,
        }),
      ),
    ),
    /** Absent: 50. */
    limit: optional(pageLimit),
    /** `nextCursor` of the previous page, with the same filter and order. */
    cursor: optional(text(2000)),
  }),
  response: z.looseObject({
    visits: z.array(visitRow),
    /** With a `text`: what of each of these visits it found. */
    matches: optional(z.array(z.looseObject({ visitId: z.string(), matched: z.array(visitMatch) }))),
    nextCursor: optional(z.string()),
    /** How many visits match. A lower bound when isTotalExact is false (show "more than 10,000"). */
    total: z.number(),
    isTotalExact: z.boolean(),
    /** Their total; absent when the count is not exact or there are several currencies. */
    sum: optional(money),
    /** One per currency; empty when the count is not exact. */
    sums: z.array(money),
    /** The change number this answer reflects; pass it to Changes. */
    changeNumber: z.number(),
  }),
  alsoNeeds: (filter, userName) => (asksOfAnother(filter, userName) ? "people-figures" : undefined),
});

/** What a file of visits can have besides their ids, in its order. */
export const exportColumns = [
  "state",
  "waiting",
  "service",
  "reason",
  "holder",
  "notes",
  "practice",
  "payer",
  "provider",
  "lines",
  "amount",
  "invoice",
  "updated",
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/**
 * ExportVisits, an extension: all visits that match a filter, as a CSV file: those that match as it begins, each once and in the
 * order of then, whatever changes meanwhile. A row is its visit as it is when it is written.
 */
export const exportVisits = defineExtension({
  name: "ExportVisitsRequest",
  effect: "read",
  right: "export-lists",
  discloses: "patient-data",
  answers: "csv",
  freshMs: 0,
  timeLimitMs: 3_600_000,
  request: z.looseObject({
    ...visitFilter,
    /** Absent: all. */
    columns: optional(z.array(z.enum(exportColumns))),
  }),
  response: z.looseObject({}),
  alsoNeeds: (filter, userName) => (asksOfAnother(filter, userName) ? "people-figures" : undefined),
});
