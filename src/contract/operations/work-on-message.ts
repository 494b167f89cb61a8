import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";
import { sharedLetter } from "#room/contract/schemas/shared-letter.ts";

/** An answer without a fault. */
export const notWorkedOn = { ...noFlags, messageNotFound: false };

export const letterWork = z.enum(["take", "take-over", "release", "answer", "stop-answering"]);
export type LetterWork = z.output<typeof letterWork>;

/**
 * WorkOnMessage, an extension: tells the others of a shared mailbox what the caller does with a letter to it. `answer`
 * holds for two and a half minutes and is said again while they write. What somebody else does already stays: `shared` tells it.
 */
export const workOnMessage = defineOperation({
  name: "WorkOnMessageRequest",
  effect: "write",
  session: "body",
  right: "messages",
  discloses: "no-patient-data",
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    work: optional(z.string()),
  }),
  response: z.looseObject({
    ...flagMembers,
    messageNotFound: z.boolean(),
    shared: optional(sharedLetter),
  }),
  faults: flagFaults(notWorkedOn),
});
