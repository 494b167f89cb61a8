import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { email, messagingSession } from "#room/contract/schemas/email.ts";
import { flagFaults } from "#room/contract/schemas/messaging-faults.ts";

const flags = [
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
  "toFieldRequired",
  "recipientNotSpecified",
  "recipientInvalid",
  "hasRequestTimedOut",
] as const;

/** SendMessage (interface 2.11, 2.12). messageId is 0 when nothing was sent. */
export const sendMessage = defineOperation({
  name: "SendMessageRequest",
  path: "/DirectMessaging/SendMessage",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: "never",
  timeLimitMs: 120_000,
  request: z.looseObject({
    ...messagingSession,
    email: optional(email),
    /**
     * Not shown by the interface: an id chosen by the sender, up to 64 characters. A message whose id the
     * service already has from this user is not sent again; the first answer is repeated.
     */
    clientMessageId: optional(z.string()),
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
  }),
  faults: flagFaults(flags, {
    messageId: 0,
    badSessionKey: false,
    hasSessionKeyExpired: false,
    recipientNotSpecified: false,
    unauthorizedAccess: false,
    recipientInvalid: false,
    toFieldRequired: false,
    hasError: false,
    hasRequestTimedOut: false,
  }),
});
