import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import {
  messagingSession,
  messagingExtension,
  flagFaults,
  flagMembers,
  noFlags,
} from "#room/contract/schemas/email.ts";
import { mailboxSummary, listMessageSummaries, noSummaries } from "./messages.ts";

/** A message that was found. */
export const foundSummary = z.looseObject({
  ...mailboxSummary.shape,
  /** Of a message the caller sent: to whom, without hidden copies. */
  sentTo: optional(z.array(z.string())),
  /** Who else sent it, from an address that the caller shares. Read it with GetMessage, as a received one. */
  sentBy: optional(z.string()),
});
export type FoundSummary = z.output<typeof foundSummary>;

export const mostFound = 200;

/**
 * SearchMessages, an extension: the caller's own messages that have all words of a text, or words that begin with them,
 * in subject, addresses, text, or the names of attachments; without case and accents, those that came last first. Words in
 * quotes must follow each other.
 */
export const searchMessages = defineOperation({
  name: "SearchMessagesRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 30_000,
  request: z.looseObject({
    ...messagingSession,
    text: optional(z.string()),
    /** `inbox`, `archive`, `sent` or `all`, as absent. */
    folder: optional(z.string()),
    /** At most 200; absent: 50. */
    limit: optional(z.number()),
    /** `nextCursor` of an earlier answer to the same question. */
    cursor: optional(z.string()),
  }),
  response: z.looseObject({
    ...listMessageSummaries.response.shape,
    summaries: z.array(foundSummary),
    /** There are more. */
    nextCursor: optional(z.string()),
    /** False: older messages are still being made ready for search, and may be missing. */
    isComplete: z.boolean(),
  }),
  faults: flagFaults({ ...noSummaries, isComplete: true }),
});

/** The most messages of one call. */
export const maxFlagged = 1000;
/** Characters of a label. */
export const maxLabelLength = 40;

/**
 * FlagMessages, an extension: marks messages of the caller's mailbox as read or unread, archives them or brings them
 * back, and adds or removes labels. What is absent stays as it was, and the same again changes nothing. MessageChanges
 * tells the caller's other browsers.
 */
export const flagMessages = defineOperation({
  name: "FlagMessagesRequest",
  ...messagingExtension,
  effect: "write",
  discloses: "no-patient-data",
  timeLimitMs: 30_000,
  request: z.looseObject({
    ...messagingSession,
    messageIds: optional(z.array(z.number())),
    isRead: optional(z.boolean()),
    isArchived: optional(z.boolean()),
    addLabels: optional(z.array(z.string())),
    removeLabels: optional(z.array(z.string())),
  }),
  response: z.looseObject({
    ...flagMembers,
    /** For MessageChanges: up to here the changes include these. */
    changeNumber: z.number(),
    /** Not in the caller's mailbox; the others are marked. */
    notFound: z.array(z.number()),
    /** Left as they were: they would have more than 20 labels. */
    tooManyLabels: z.array(z.number()),
  }),
  faults: flagFaults({ ...noFlags, changeNumber: 0, notFound: [], tooManyLabels: [] }),
});
