import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { messagingSession, flagFaults, flagMembers, noFlags } from "#room/contract/schemas/email.ts";
import { visitRow } from "#room/contract/schemas/visit.ts";
import { foundSummary } from "./search-messages.ts";

/** An answer without a fault. */
export const noConversation = {
  ...noFlags,
  messageNotFound: false,
  summaries: [],
  visits: [],
};

/**
 * Conversation, an extension: what the caller received and sent in the conversation of one of their messages, or in all
 * conversations about a visit, newest first; and the visits it is about, of those the caller may see. Letters belong
 * together by Message-ID, In-Reply-To and References.
 */
export const getConversation = defineOperation({
  name: "ConversationRequest",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 30_000,
  extension: true,
  request: z.looseObject({
    ...messagingSession,
    messageId: optional(z.number()),
    /** Instead of a message. */
    visitId: optional(guid),
  }),
  response: z.looseObject({
    ...flagMembers,
    messageNotFound: z.boolean(),
    summaries: z.array(foundSummary),
    visits: z.array(visitRow),
  }),
  faults: flagFaults(noConversation),
});
