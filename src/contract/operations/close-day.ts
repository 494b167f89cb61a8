import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { sheetScope } from "#room/contract/schemas/day-sheet.ts";

/**
 * CloseDay, an extension: keeps a day’s sheets as they are; what is charged for it later is marked. It cannot be undone.
 * Closing a closed day changes nothing, and answers who closed it.
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
  }),
  response: z.looseObject({ at: wireDateTime, by: z.string() }),
});
