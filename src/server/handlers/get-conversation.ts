import type { Conversation } from "#room/server/store/message-repository.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { noteOfForeignMessage } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";
import { foundSummaryOf } from "./summary-of-record.ts";
import { visitRowsOf } from "./visit-names.ts";

export const getConversation = defineMailHandler("getConversation", {
  failed: "The conversation could not be read",
  logged: "a conversation could not be read",
  isUse: false,
  isCostly: true,
  audit: {
    when: "counted",
    note: () => ({ action: "listed messages", subject: "conversation" }),
    noteOfFault: noteOfForeignMessage,
  },
  answer: async (request, context, user, { refuse, empty }) => {
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
      ...empty,
      summaries: found.letters.map(foundSummaryOf),
      visits: await visitRowsOf(
        visits.filter((visit) => visit !== undefined),
        context,
      ),
    };
  },
});
