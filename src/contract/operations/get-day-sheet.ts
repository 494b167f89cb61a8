import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { daySheet, sheetBy, sheetScope } from "#room/contract/schemas/day-sheet.ts";

/** DaySheet, an extension: what was charged and paid on one or more days, by practice, provider, payer, person and code. */
export const getDaySheet = defineExtension({
  name: "DaySheetRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 120_000,
  request: z.looseObject({
    ...sheetScope,
    /** What the rows are of; absent: a row for each of all. */
    by: optional(sheetBy),
    /** Only `totals`. */
    totalsOnly: optional(z.boolean()),
    /** Only `totals`, `rows` and `payments`: a long sheet is added up by one thing after another. */
    rowsOnly: optional(z.boolean()),
    /** To be saved as a file, which the audit log says. */
    isExport: optional(z.boolean()),
    /** The sheet of a closed day as it was when it was closed. */
    asClosed: optional(z.boolean()),
  }),
  response: daySheet,
  /** One’s own figures are everybody’s to see. */
  alsoNeeds: ({ person }, userName) =>
    person && person.toLowerCase() !== userName.toLowerCase() ? "people-figures" : undefined,
});
