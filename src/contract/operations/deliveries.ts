import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import {
  messagingSession,
  messagingExtension,
  flagFaults,
  messageFlagMembers,
  noMessageFlags,
} from "#room/contract/schemas/email.ts";

/**
 * `waiting`: not handed over yet, which the other states would hide. `handed-over`: our mail service has it; `processed`: the recipient's provider;
 * `dispatched`: the recipient. `not-known`: no answer in time, or given up though an attempt may have arrived.
 * `in-mailbox`: in a mailbox of this service.
 */
const recipientState = z.enum([
  "waiting",
  "handed-over",
  "processed",
  "dispatched",
  "failed",
  "not-known",
  "in-mailbox",
]);

/**
 * Delivery, an extension: what became of a message that the caller sent, a line per recipient. It does not count as
 * session activity.
 */
export const getDelivery = defineOperation({
  name: "DeliveryRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 0,
  request: z.looseObject({ ...messagingSession, messageId: optional(z.number()) }),
  response: z.looseObject({
    ...messageFlagMembers,
    recipients: z.array(
      z.looseObject({
        address: z.string(),
        state: recipientState,
        /** Since when. */
        at: optional(wireDateTime),
        /** Of `in-mailbox`: when it was first opened, if its recipient lets senders know. */
        openedAt: optional(wireDateTime),
        /** In the words of the mail service that said so. */
        reason: optional(z.string()),
      }),
    ),
  }),
  faults: flagFaults({ ...noMessageFlags, recipients: [] }),
});
export type RecipientState = z.output<typeof recipientState>;

/** The most matters of a message, and the longest of them. */
export const mostMatters = { count: 400, length: 400 };

/**
 * AttendSentMessage, an extension: which failed deliveries of a message that the caller sent need nothing more.
 * SentMessages tells the caller's other browsers.
 */
export const attendSentMessage = defineOperation({
  name: "AttendSentMessageRequest",
  ...messagingExtension,
  effect: "write",
  discloses: "no-patient-data",
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** All of them, each a delivery's state and recipient: "not-delivered ann@elsewhere.example". */
    attended: optional(z.array(z.string())),
  }),
  response: z.looseObject({
    ...messageFlagMembers,
  }),
  faults: flagFaults(noMessageFlags),
});
