import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import {
  messagingSession,
  messagingExtension,
  flagFaults,
  messageFlagMembers,
  noMessageFlags,
} from "#room/contract/schemas/email.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";
import { foundSummary } from "./message-search.ts";
import { sharedLetter } from "#room/contract/schemas/shared-letter.ts";

/**
 * Conversation, an extension: what the caller received and sent in the conversation of one of their messages, or in all
 * conversations about a visit, newest first; and the visits it is about, of those the caller may see. Letters belong
 * together by Message-ID, In-Reply-To and References.
 */
export const getConversation = defineOperation({
  name: "ConversationRequest",
  ...messagingExtension,
  effect: "read",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** Instead of a message. */
    visitId: optional(guid),
  }),
  response: z.looseObject({
    ...messageFlagMembers,
    summaries: z.array(foundSummary),
    visits: z.array(visitRow),
  }),
  faults: flagFaults({ ...noMessageFlags, summaries: [], visits: [] }),
});

/**
 * MessageVisit, an extension: notes that a message of the caller, and so its conversation, is about a visit that the
 * caller may see, or no longer is. The same again changes nothing.
 */
export const nameMessageVisit = defineOperation({
  name: "MessageVisitRequest",
  ...messagingExtension,
  effect: "write",
  discloses: "no-patient-data",
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    visitId: optional(guid),
    /** The conversation is no longer about it. */
    isRemoved: optional(z.boolean()),
  }),
  response: z.looseObject({
    ...messageFlagMembers,
  }),
  faults: flagFaults(noMessageFlags),
});

export const letterWork = z.enum(["take", "take-over", "release", "answer", "stop-answering"]);
export type LetterWork = z.output<typeof letterWork>;

/**
 * WorkOnMessage, an extension: tells the others of a shared mailbox what the caller does with a letter to it. `answer`
 * holds for two and a half minutes and is said again while they write. What somebody else does already stays: `shared` tells it.
 */
export const workOnMessage = defineOperation({
  name: "WorkOnMessageRequest",
  ...messagingExtension,
  effect: "write",
  discloses: "no-patient-data",
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    work: optional(z.string()),
  }),
  response: z.looseObject({
    ...messageFlagMembers,
    shared: optional(sharedLetter),
  }),
  faults: flagFaults(noMessageFlags),
});
