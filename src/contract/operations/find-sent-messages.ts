import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession } from "#room/contract/schemas/email.ts";
import { flagFaults } from "#room/contract/schemas/messaging-faults.ts";

const flags = [
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
  "serverError",
  "hasRequestTimedOut",
] as const;

/**
 * Delivery state of a message to one external recipient. `handed-over`: their mail service accepted it;
 * `not-confirmed`: given up, though an attempt may have arrived.
 */
export const deliveryState = z.enum(["waiting", "retrying", "handed-over", "not-delivered", "not-confirmed"]);

/** A message the caller sent. Recipients not listed have it in a mailbox here. */
export const sentMessage = z.looseObject({
  clientMessageId: z.string(),
  messageId: z.number(),
  deliveries: z.array(
    z.looseObject({
      recipient: z.string(),
      state: deliveryState,
      /** The message that reported the failure to the sender. */
      noticeMessageId: optional(z.number()),
    }),
  ),
});
export type SentMessageReply = z.output<typeof sentMessage>;

/**
 * SentMessages, an extension: which of these messages the service has, by the ids their sender chose
 * (`clientMessageId` of SendMessage), and their delivery. A message not in the answer is unknown to the
 * service.
 */
export const findSentMessages = defineOperation({
  name: "SentMessagesRequest",
  effect: "read",
  session: "body",
  right: "messages",
  // Who got which message.
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 20_000,
  extension: true,
  request: z.looseObject({ ...messagingSession, clientMessageIds: optional(z.array(z.string())) }),
  response: z.looseObject({
    badSessionKey: z.boolean(),
    hasSessionKeyExpired: z.boolean(),
    unauthorizedAccess: z.boolean(),
    serverError: z.boolean(),
    messages: z.array(sentMessage),
    errorMessage: optional(z.string()),
    hasError: z.boolean(),
    hasRequestTimedOut: z.boolean(),
  }),
  faults: flagFaults(flags, {
    badSessionKey: false,
    hasSessionKeyExpired: false,
    unauthorizedAccess: false,
    serverError: false,
    messages: [],
    hasError: false,
    hasRequestTimedOut: false,
  }),
});
