import { defineHandler } from "#room/server/define-handler.ts";
import { noConversation } from "#room/contract/operations/get-conversation.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { Conversation } from "#room/server/store/message-repository.ts";
import { messagingUser, noteOfForeignMessage } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";
import { foundSummaryOf } from "./summary-of-record.ts";
import { answeredInTime } from "./time-limit.ts";
import { visitRowsOf } from "./visit-names.ts";

const refuse = registry.getConversation.faults.write;

async function get(
  request: RequestOf<"getConversation">,
  context: HandlerContext,
): Promise<ResponseOf<"getConversation">> {
  const session = await messagingUser(request, context, { isUse: false });
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const { user } = session;
  const { messages } = context.store;
  const messageId = request.messageId ?? 0;
  let found: Conversation | undefined;
  if (request.visitId) {
    const visit = await seenVisit(request.visitId, user, context);
    if (!visit) return refuse("unauthorizedAccess", "There is no such visit in your practices.");
    const letters = await messages.lettersAbout(user.userId, visit.visit_id);
    found = { letters, visitIds: [visit.visit_id] };
  } else if (Number.isSafeInteger(messageId) && messageId > 0)
    found = await messages.conversationOf(user.userId, messageId);
  if (!found) return refuse("messageNotFound", "There is no such message in your mailbox.");
  const visits = await Promise.all(found.visitIds.map((id) => seenVisit(id, user, context)));
  return {
    ...noConversation,
    summaries: found.letters.map(foundSummaryOf),
    visits: await visitRowsOf(
      visits.filter((visit) => visit !== undefined),
      context,
    ),
  };
}

/** Conversation, an extension: of the caller's own message. Another user's is answered as if it did not exist. */
export const getConversation = defineHandler("getConversation", {
  isUse: false,
  isCostly: true,
  audit: {
    when: "counted",
    note: () => ({ action: "listed messages", subject: "conversation" }),
    noteOfFault: noteOfForeignMessage,
  },
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "a conversation could not be read");
    };
    return answeredInTime(context, { refuse, failed: "The conversation could not be read", note }, () =>
      get(request, context),
    );
  },
});
