import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import {
  messagingSession,
  messagingExtension,
  flagFaults,
  flagMembers,
  noFlags,
} from "#room/contract/schemas/email.ts";
import { sharedLetter } from "#room/contract/schemas/shared-letter.ts";

/** An answer without a fault. */
export const noSummaries = { ...noFlags, folderNotFound: false, summaries: [] };

/** MessageSummary (interface 2.14). messageSize is the size in bytes of the message as MIME. */
export const messageSummary = z.looseObject({
  messageId: z.number(),
  subject: optional(z.string()),
  from: optional(z.string()),
  dateReceived: optional(wireDateTime),
  messageSize: z.number(),
  hasAttachments: z.boolean(),
});
export type MessageSummary = z.output<typeof messageSummary>;

/** GetMessageSummaries (interface 2.13, 2.14), newest first. */
export const listMessageSummaries = defineOperation({
  name: "GetMessageSummariesRequest",
  path: "/DirectMessaging/GetMessageSummaries",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 60_000,
  request: z.looseObject(messagingSession),
  response: z.looseObject({
    ...flagMembers,
    folderNotFound: z.boolean(),
    summaries: z.array(messageSummary),
  }),
  faults: flagFaults(noSummaries),
});

/** The longest wait for a change, in seconds. */
export const longestWait = 25;

/** A summary with what its mailbox's owner marked, and a line of the message. */
export const mailboxSummary = z.looseObject({
  ...messageSummary.shape,
  isRead: optional(z.boolean()),
  isArchived: optional(z.boolean()),
  labels: optional(z.array(z.string())),
  preview: optional(z.string()),
  /** The same for all messages of a conversation. */
  threadId: optional(z.number()),
  /** Of a letter to an address that the caller shares with others. */
  shared: optional(sharedLetter),
});
export type MailboxSummary = z.output<typeof mailboxSummary>;

/**
 * MessageChanges, an extension: the summaries of the caller's mailbox that are new or changed since a number, last
 * changed first, at most a few thousand at a time. It does not count as session activity.
 */
export const listMessageChanges = defineOperation({
  name: "MessageChangesRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 60_000,
  request: z.looseObject({
    ...messagingSession,
    /** `changeNumber` of an earlier answer. Absent or 0: everything. */
    since: optional(z.number()),
    /** `before` of an earlier answer: what it left out. */
    before: optional(z.number()),
    /** Answers as soon as something changes, or after so many seconds, at most 25. Absent or 0: at once. */
    waitSeconds: optional(z.number()),
  }),
  response: z.looseObject({
    ...listMessageSummaries.response.shape,
    summaries: z.array(mailboxSummary),
    /** Messages that left the mailbox. Ours keeps every one: an archived message is a changed one. */
    removed: z.array(z.number()),
    /** `since` is not a number of this mailbox, which was restored: ask anew, without it. */
    isTooOld: z.boolean(),
    /** The `since` of the next call. */
    changeNumber: z.number(),
    /** With another, the numbers and messages of earlier answers mean nothing: the mailbox was restored. */
    validity: z.number(),
    /** There is more: ask with the same `since` and this `before`. */
    before: optional(z.number()),
  }),
  faults: flagFaults({ ...noSummaries, removed: [], isTooOld: false, changeNumber: 0, validity: 0 }, [
    "isTooOld",
  ]),
});
