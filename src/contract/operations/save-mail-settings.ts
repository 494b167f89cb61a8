import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { rule } from "#room/contract/primitives/rule.ts";

/** The longest time to wait for a notice: a week. */
export const mostNoticeMinutes = 10_080;

/** SaveMailSettings, an extension: whether to ask for delivery notices, and how long to wait for them. */
export const saveMailSettings = defineExtension({
  name: "SaveMailSettingsRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({
    /** The version the changes are based on; 409 `MailSettingsChanged` when it is no longer current. */
    version: z.number(),
    asksForNotices: z.boolean(),
    noticeMinutes: z.number().check(
      rule((minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= mostNoticeMinutes, {
        code: "InclusiveBetween",
        message: `must be a whole number from 1 to ${mostNoticeMinutes}`,
      }),
    ),
  }),
  response: z.looseObject({ version: z.number() }),
});
