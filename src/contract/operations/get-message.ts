import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { email, messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const noMessage = {
  ...noFlags,
  messageNotFound: false,
  messageId: 0,
  messageSize: 0,
};

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
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** `sent`: one that the caller sent, with its hidden copies. Absent: one that was received. */
    folder: optional(z.string()),
  }),
  response: z.looseObject({
    ...flagMembers,
    messageNotFound: z.boolean(),
    /** The message as received; absent when the answer reports a fault. */
    email: optional(email),
    messageId: z.number(),
    dateReceived: optional(wireDateTime),
    messageSize: z.number(),
  }),
  faults: flagFaults(noMessage),
});
