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
 * What is known of a message on its way to one recipient elsewhere. `handed-over`: their mail service took it;
 * `not-confirmed`: given up, though a try of it may have arrived.
 */
export const deliveryState = z.enum(["waiting", "retrying", "handed-over", "not-delivered", "not-confirmed"]);

/** A message that the asker sent; recipients who are not listed have it in a mailbox here. */
export const sentMessage = z.looseObject({
  clientMessageId: z.string(),
  messageId: z.number(),
  deliveries: z.array(
    z.looseObject({
      recipient: z.string(),
      state: deliveryState,
      /** The message that told the sender of the failure. */
      noticeMessageId: optional(z.number()),
    }),
  ),
});
export type SentMessageReply = z.output<typeof sentMessage>;

/**
 * SentMessages, an extension: which of these messages the service has, by the ids that their sender chose
 * (`clientMessageId` of SendMessage), and what became of each. What is not listed in the answer it does not have.
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
