import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { report, reportName, reportScope } from "#room/contract/schemas/report.ts";

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
