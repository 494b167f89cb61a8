import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { daySheet, sheetBy, sheetScope } from "#room/contract/schemas/day-sheet.ts";
import { report, reportName, reportScope } from "#room/contract/schemas/report.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/**
 * DaySheet, an extension: what was charged and paid on one or more days, by practice, provider, payer, person and code.
 * Codes that are not five letters and digits are one row without an id, and `code` may not be one of them.
 */
export const getDaySheet = defineExtension({
  name: "DaySheetRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 0,
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
    /** The sheet of a closed day, or of a practice’s, as it was when it was closed; of no other part of it. */
    asClosed: optional(z.boolean()),
  }),
  response: daySheet,
  /** One’s own figures are everybody’s to see. */
  alsoNeeds: ({ person }, userName) =>
    person && person.toLowerCase() !== userName.toLowerCase() ? "people-figures" : undefined,
});

/** GetReport, an extension: one of the clinic’s reports, over some days. */
export const getReport = defineExtension({
  name: "GetReportRequest",
  effect: "read",
  right: "visits",
  discloses: "patient-data",
  freshMs: 60_000,
  timeLimitMs: 120_000,
  request: z.looseObject({
    report: reportName,
    ...reportScope,
    /** To be saved as a file, which the audit log says. */
    isExport: optional(z.boolean()),
  }),
  response: report,
});

/**
 * ExportInvoiceLines, an extension: what was charged on one or more days as a CSV file, one row for each line of an invoice,
 * those of invoices that were replaced or voided included. Who charged it is told of others only with the right
 * `people-figures`.
 */
export const exportInvoiceLines = defineExtension({
  name: "ExportInvoiceLinesRequest",
  effect: "read",
  right: "export-lists",
  discloses: "patient-data",
  answers: "csv",
  freshMs: 0,
  timeLimitMs: 3_600_000,
  request: z.looseObject(sheetScope),
  response: z.looseObject({}),
  /** One’s own figures are everybody’s to see. */
  alsoNeeds: ({ person }, userName) =>
    person && person.toLowerCase() !== userName.toLowerCase() ? "people-figures" : undefined,
});

/**
 * NoteExport, an extension: a file is made of a list that the caller already has, which the trail says: entries of the
 * directory, or checked diagnosis codes.
 */
export const noteExport = defineExtension({
  name: "NoteExportRequest",
  effect: "write",
  right: "signed-in",
  discloses: "no-patient-data",
  timeLimitMs: 10_000,
  request: z.looseObject({
    list: z.enum(["practices", "providers", "payers", "fees", "checked-codes"]),
    rows: z.number().check(
      rule((value) => Number.isSafeInteger(value) && value >= 0, {
        code: "GreaterThanOrEqual",
        message: "must be a whole number, 0 or more",
      }),
    ),
  }),
  response: z.looseObject({}),
});

/**
 * CloseDay, an extension: keeps a day’s sheets as they are; what is charged for it later is marked. It cannot be undone.
 * Closing a closed day changes nothing, and answers who closed it. 409 `DayChanged` when its figures are no longer those
 * that the caller saw.
 */
export const closeDay = defineExtension({
  name: "CloseDayRequest",
  effect: "write",
  right: "close-days",
  discloses: "no-patient-data",
  timeLimitMs: 60_000,
  request: z.looseObject({
    day: sheetScope.from,
    /** Absent: all practices, for which the caller must see all. */
    practiceId: optional(guid),
    /** Of the day sheet that the caller saw, whose `dateOf` it was. */
    figuresMark: optional(text(100)),
    dateOf: sheetScope.dateOf,
  }),
  response: z.looseObject({ at: wireDateTime, by: z.string() }),
});
