import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import {
  email,
  messagingSession,
  messagingExtension,
  flagFaults,
  messageFlagMembers,
  noMessageFlags,
} from "#room/contract/schemas/email.ts";
import { guid } from "#room/contract/primitives/guid.ts";

/** GetMessage, an extension: one full message from the caller's own mailbox. */
export const getMessage = defineOperation({
  name: "GetMessageRequest",
  ...messagingExtension,
  path: "/DirectMessaging/GetMessage",
  effect: "read",
  discloses: "patient-data",
  // A received message never changes.
  freshMs: Number.POSITIVE_INFINITY,
  timeLimitMs: 60_000,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** `sent`: one that the caller sent, with its hidden copies. Absent: one that was received. */
    folder: optional(z.string()),
  }),
  response: z.looseObject({
    ...messageFlagMembers,
    /** The message as received; absent when the answer reports a fault. */
    email: optional(email),
    messageId: z.number(),
    dateReceived: optional(wireDateTime),
    messageSize: z.number(),
  }),
  faults: flagFaults({ ...noMessageFlags, messageId: 0, messageSize: 0 }),
});

/** An answer without a fault. */
export const notSent = {
  messageId: 0,
  badSessionKey: false,
  hasSessionKeyExpired: false,
  recipientNotSpecified: false,
  unauthorizedAccess: false,
  recipientInvalid: false,
  toFieldRequired: false,
  hasError: false,
  hasRequestTimedOut: false,
};

/** SendMessage (interface 2.11, 2.12). messageId is 0 when nothing was sent. */
export const sendMessage = defineOperation({
  name: "SendMessageRequest",
  path: "/DirectMessaging/SendMessage",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  timeLimitMs: 120_000,
  request: z.looseObject({
    ...messagingSession,
    email: optional(email),
    /**
     * Not shown by the interface: an id chosen by the sender, up to 64 characters. A message whose id the
     * service already has from this user is not sent again; the first answer is repeated.
     */
    clientMessageId: optional(z.string()),
    /** Not shown by the interface: the message here that this answers, so that both are in one conversation. */
    inReplyTo: optional(z.number()),
    /** Not shown by the interface: true if it passes that message on, to whomever, and does not answer it. */
    isForward: optional(z.boolean()),
    /**
     * Not shown by the interface: true to answer a letter to a shared address that somebody else has answered. Otherwise
     * `hasError` says so, with `answeredBy`, and nothing is sent.
     */
    isFurtherAnswer: optional(z.boolean()),
    /** Not shown by the interface: the visit it is about, which its recipients are not told. */
    visitId: optional(guid),
    /** The draft of SaveDraft that it was: it is one no longer, in the same step. */
    draftId: optional(guid),
    /** The number of the sender's own message that this sends again. */
    resendOf: optional(z.number()),
  }),
  response: z.looseObject({
    messageId: z.number(),
    badSessionKey: z.boolean(),
    hasSessionKeyExpired: z.boolean(),
    recipientNotSpecified: z.boolean(),
    unauthorizedAccess: z.boolean(),
    recipientInvalid: z.boolean(),
    toFieldRequired: z.boolean(),
    errorMessage: optional(z.string()),
    hasError: z.boolean(),
    hasRequestTimedOut: z.boolean(),
    /** Not shown by the interface: who answered the letter before, and when. */
    answeredBy: optional(z.string()),
    answeredAt: optional(z.string()),
  }),
  faults: flagFaults(notSent),
});
