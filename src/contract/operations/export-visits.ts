import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { asksOfAnother, visitFilter } from "#room/contract/schemas/visit-filter.ts";

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
 * ExportVisits, an extension: all visits that match a filter, as a CSV file. Each page of it shows the visits as they
 * are when it is read.
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
