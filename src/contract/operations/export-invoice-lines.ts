import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { sheetScope } from "#room/contract/schemas/day-sheet.ts";

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
