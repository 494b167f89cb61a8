import type { Conversation } from "#room/server/store/message-repository.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { messageNumber, noteOfForeignMessage } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";
import { foundSummaryOf, sharedLetterOf } from "./summary-of-record.ts";
import { visitRowsOf } from "./visit-names.ts";
import { letterWork } from "#room/contract/operations/conversations.ts";

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
    let found: Conversation | undefined;
    if (request.visitId) {
      const visit = await seenVisit(request.visitId, user, context);
      if (!visit) return refuse("unauthorizedAccess", "There is no such visit in your practices.");
      const letters = await messages.lettersAbout(user.userId, visit.visit_id);
      found = { letters, visitIds: [visit.visit_id] };
    } else found = await messages.conversationOf(user.userId, messageNumber(request.messageId));
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
    const messageId = messageNumber(request.messageId);
    if ((await messages.senderOf(user.userId, messageId)) === undefined)
      return refuse("messageNotFound", "There is no such message in your mailbox.");
    const visit = await seenVisit(request.visitId, user, context);
    if (!visit) return refuse("unauthorizedAccess", "There is no such visit in your practices.");
    await messages.nameVisit({ messageId, visitId: visit.visit_id, isRemoved: request.isRemoved === true });
    return empty;
  },
});

/** For so long somebody is believed to write an answer. */
const answeringMs = 150_000;

export const workOnMessage = defineMailHandler("workOnMessage", {
  failed: "This could not be noted",
  logged: "work on a shared message could not be noted",
  // Who reads and who answers have rows of their own.
  audit: "none",
  answer: async (request, context, user, { refuse, empty }) => {
    const asked = letterWork.safeParse(request.work);
    if (!asked.success) return refuse("other", `Say what is done: ${letterWork.options.join(", ")}.`);
    const now = context.now().getTime();
    const state = await context.store.sharedMailboxes.work(
      asked.data,
      { userId: user.userId, messageId: messageNumber(request.messageId) },
      { now, until: now + answeringMs },
    );
    return state
      ? { ...empty, shared: sharedLetterOf(state) }
      : refuse("messageNotFound", "There is no such message in a mailbox that you share.");
  },
});
