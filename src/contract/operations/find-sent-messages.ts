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

/**
 * Delivery state of a message to one recipient. `in-mailbox`: in a mailbox of this service; `handed-over`: the mail
 * service on the way accepted it; `processed`: the recipient's provider has it; `not-known`: no notice in time;
 * `not-confirmed`: given up, though an attempt may have arrived.
 */
export const deliveryState = z.enum([
  "in-mailbox",
  "waiting",
  "retrying",
  "handed-over",
  "processed",
  "delivered",
  "not-known",
  "not-delivered",
  "not-confirmed",
]);
export type DeliveryState = z.output<typeof deliveryState>;

/** A message the caller sent, or somebody else from an address that the caller shares. */
export const sentMessage = z.looseObject({
  clientMessageId: z.string(),
  messageId: z.number(),
  /** Its sender's user name, if that is somebody else. */
  sentBy: optional(z.string()),
  /** These only in a list, which is asked for without ids. */
  to: optional(z.array(z.string())),
  cc: optional(z.array(z.string())),
  bcc: optional(z.array(z.string())),
  subject: optional(z.string()),
  /** Its first words. */
  preview: optional(z.string()),
  attachmentCount: optional(z.number()),
  dateSent: optional(wireDateTime),
  /** The failed deliveries that need nothing more, see AttendSentMessage. */
  attended: optional(z.array(z.string())),
  /** The message that this sent again. */
  resendOf: optional(z.number()),
  deliveries: z.array(
    z.looseObject({
      recipient: z.string(),
      state: deliveryState,
      /** The message that told it, to read with GetMessage. */
      noticeMessageId: optional(z.number()),
      /** Of `in-mailbox`: when it was first opened, if its recipient lets senders know. */
      openedAt: optional(wireDateTime),
      /** The enhanced status code (RFC 3463) of a failure: "5.1.1". */
      status: optional(z.string()),
      /** Why it failed, in the words of the mail service that said so. */
      reason: optional(z.string()),
    }),
  ),
});
export type SentMessageReply = z.output<typeof sentMessage>;

/**
 * SentMessages, an extension: which of these messages the service has, by the ids their sender chose
 * (`clientMessageId` of SendMessage), and their delivery; or a list of all that was sent, from wherever, by the
 * caller and from the addresses that the caller shares. A
 * message not in the answer is unknown to the service. It does not count as session activity.
 */
export const findSentMessages = defineOperation({
  name: "SentMessagesRequest",
  ...messagingExtension,
  effect: "read",
  // Who got which message.
  discloses: "patient-data",
  freshMs: 0,
  request: z.looseObject({
    ...messagingSession,
    /** Absent: all, those sent last first. */
    clientMessageIds: optional(z.array(z.string())),
    /** In a list: only messages with a higher number. */
    since: optional(z.number()),
    /** In a list: only messages with a lower number, to go on. */
    before: optional(z.number()),
    /** Of a list; at most 200, as absent. */
    limit: optional(z.number()),
  }),
  response: z.looseObject({
    ...flagMembers,
    messages: z.array(sentMessage),
    /** The list goes on: ask with the same `since` and this `before`. */
    before: optional(z.number()),
  }),
  faults: flagFaults({ ...noFlags, messages: [] }),
});
