import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const nothingNamed = {
  ...noFlags,
  messageNotFound: false,
};

/**
 * MessageVisit, an extension: notes that a message of the caller, and so its conversation, is about a visit that the
 * caller may see, or no longer is. The same again changes nothing.
 */
export const nameMessageVisit = defineOperation({
  name: "MessageVisitRequest",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    visitId: optional(guid),
    /** The conversation is no longer about it. */
    isRemoved: optional(z.boolean()),
  }),
  response: z.looseObject({
    ...flagMembers,
    messageNotFound: z.boolean(),
  }),
  faults: flagFaults(nothingNamed),
});
