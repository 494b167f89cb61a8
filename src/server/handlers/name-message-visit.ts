import { defineMailHandler } from "./define-mail-handler.ts";
import { noteOfForeignMessage } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";

export const nameMessageVisit = defineMailHandler("nameMessageVisit", {
  failed: "The visit could not be stored",
  logged: "the visit of a message could not be stored",
  audit: {
    when: "first",
    note: ({ messageId, visitId, isRemoved }) => ({
      action: isRemoved === true ? "took visit off message" : "named visit of message",
      subject: `message:${messageId ?? 0} visit:${visitId ?? ""}`,
    }),
    noteOfFault: noteOfForeignMessage,
  },
  answer: async (request, context, user, { refuse, empty }) => {
    const { messages } = context.store;
    const messageId = request.messageId ?? 0;
    const own = Number.isSafeInteger(messageId) && messageId > 0;
    if (!own || (await messages.senderOf(user.userId, messageId)) === undefined)
      return refuse("messageNotFound", "There is no such message in your mailbox.");
    const visit = await seenVisit(request.visitId, user, context);
    if (!visit) return refuse("unauthorizedAccess", "There is no such visit in your practices.");
    await messages.nameVisit({ messageId, visitId: visit.visit_id, isRemoved: request.isRemoved === true });
    return empty;
  },
});
