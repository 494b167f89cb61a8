import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, rule } from "#room/contract/primitives/rule.ts";
import { base64 } from "#room/contract/primitives/base64.ts";

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

/**
 * TestMail, an extension: sends a mail from the caller's first address to that address, by way of the mail service.
 * GetMailSettings tells how far it came.
 */
export const testMail = defineExtension({
  name: "TestMailRequest",
  effect: "write",
  right: "clinic",
  discloses: "no-patient-data",
  request: z.looseObject({}),
  response: z.looseObject({ address: z.string() }),
});

/** A letter from elsewhere that was not simply delivered. */
export const setAsideLetter = z.looseObject({
  letterId: z.number(),
  at: z.string(),
  /**
   * "set aside": nobody has it here. "id reused": delivered and marked, since an earlier letter has its Message-ID.
   * "repeated": its mailboxes have this very letter.
   */
  outcome: z.enum(["set aside", "id reused", "repeated"]),
  /** The end of a sentence. */
  reason: z.string(),
  /** Its From line, as it stands there. */
  sender: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The original can be saved. */
  hasOriginal: z.boolean(),
});
export type SetAsideLetter = z.output<typeof setAsideLetter>;

/** SetAsideMail, an extension: the newest letters from elsewhere that were not simply delivered. */
export const listSetAsideMail = defineExtension({
  name: "SetAsideMailRequest",
  effect: "read",
  right: "clinic",
  discloses: "no-patient-data",
  freshMs: 10_000,
  timeLimitMs: 30_000,
  request: z.looseObject({}),
  response: z.looseObject({ letters: z.array(setAsideLetter) }),
});

/** SetAsideMailFile, an extension: the original of a letter that was set aside, to be saved as a file. */
export const getSetAsideMail = defineExtension({
  name: "SetAsideMailFileRequest",
  effect: "read",
  right: "clinic",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 120_000,
  request: z.looseObject({ letterId: z.number() }),
  response: z.looseObject({ base64 }),
});
