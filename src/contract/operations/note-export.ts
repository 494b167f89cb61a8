import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { rule } from "#room/contract/primitives/rule.ts";

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
