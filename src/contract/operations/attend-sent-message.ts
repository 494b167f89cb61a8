import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const notAttended = {
  ...noFlags,
  messageNotFound: false,
};

/** The most matters of a message, and the longest of them. */
export const mostMatters = { count: 400, length: 400 };

/**
 * AttendSentMessage, an extension: which failed deliveries of a message that the caller sent need nothing more.
 * SentMessages tells the caller's other browsers.
 */
export const attendSentMessage = defineOperation({
  name: "AttendSentMessageRequest",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** All of them, each a delivery's state and recipient: "not-delivered ann@elsewhere.example". */
    attended: optional(z.array(z.string())),
  }),
  response: z.looseObject({
    ...flagMembers,
    messageNotFound: z.boolean(),
  }),
  faults: flagFaults(notAttended),
});
