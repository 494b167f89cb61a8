import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";

/** One step of a test, in the order in which they happen. */
export const mailTestStep = z.looseObject({
  name: z.enum(["handed-over", "came-back", "processed", "delivered"]),
  state: z.enum(["done", "waiting", "failed", "not-known"]),
  /** When it was done. */
  at: optional(z.string()),
  /** In the other side's words: why not, or not yet. */
  reason: optional(z.string()),
});

/**
 * GetMailSettings, an extension: how mail goes to other domains, and how far the last test came: a mail to its sender's
 * own address, by way of the mail service.
 */
export const getMailSettings = defineExtension({
  name: "GetMailSettingsRequest",
  effect: "read",
  right: "clinic",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    version: z.number(),
    /** Ask recipients' mail services to tell what becomes of a mail. */
    asksForNotices: z.boolean(),
    /** Without a notice for so long, a delivery is not known. */
    noticeMinutes: z.number(),
    /** Whether the server has a mail service to hand mail to, and one to fetch it from. */
    goesOut: z.boolean(),
    comesIn: z.boolean(),
    test: optional(
      z.looseObject({
        address: z.string(),
        begunAt: z.string(),
        steps: z.array(mailTestStep),
      }),
    ),
  }),
});
