import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const noneMarked = {
  ...noFlags,
  changeNumber: 0,
  notFound: [],
  tooManyLabels: [],
};

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
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  timeLimitMs: 30_000,
  extension: true,
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
  faults: flagFaults(noneMarked),
});
