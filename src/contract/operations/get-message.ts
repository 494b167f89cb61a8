import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { email, messagingSession } from "#room/contract/schemas/email.ts";
import { flagFaults } from "#room/contract/schemas/messaging-faults.ts";

const flags = [
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
  "messageNotFound",
  "serverError",
  "hasRequestTimedOut",
] as const;

/** GetMessage, an extension: one full message from the caller's own mailbox. */
export const getMessage = defineOperation({
  name: "GetMessageRequest",
  path: "/DirectMessaging/GetMessage",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  // A received message never changes.
  freshMs: Number.POSITIVE_INFINITY,
  timeLimitMs: 60_000,
  extension: true,
  request: z.looseObject({ ...messagingSession, messageId: optional(z.number()) }),
  response: z.looseObject({
    badSessionKey: z.boolean(),
    hasSessionKeyExpired: z.boolean(),
    unauthorizedAccess: z.boolean(),
    messageNotFound: z.boolean(),
    serverError: z.boolean(),
    /** The message as received; absent when the answer reports a fault. */
    email: optional(email),
    messageId: z.number(),
    dateReceived: optional(wireDateTime),
    messageSize: z.number(),
    errorMessage: optional(z.string()),
    hasError: z.boolean(),
    hasRequestTimedOut: z.boolean(),
  }),
  faults: flagFaults(flags, {
    badSessionKey: false,
    hasSessionKeyExpired: false,
    unauthorizedAccess: false,
    messageNotFound: false,
    serverError: false,
    messageId: 0,
    messageSize: 0,
    hasError: false,
    hasRequestTimedOut: false,
  }),
});
