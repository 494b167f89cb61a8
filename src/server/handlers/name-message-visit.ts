import { defineHandler } from "#room/server/define-handler.ts";
import { nothingNamed } from "#room/contract/operations/name-message-visit.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser, noteOfForeignMessage } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.nameMessageVisit.faults.write;

async function name(
  request: RequestOf<"nameMessageVisit">,
  context: HandlerContext,
): Promise<ResponseOf<"nameMessageVisit">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const { user } = session;
  const { messages } = context.store;
  const messageId = request.messageId ?? 0;
  const own = Number.isSafeInteger(messageId) && messageId > 0;
  if (!own || (await messages.senderOf(user.userId, messageId)) === undefined)
    return refuse("messageNotFound", "There is no such message in your mailbox.");
  const visit = await seenVisit(request.visitId, user, context);
  if (!visit) return refuse("unauthorizedAccess", "There is no such visit in your practices.");
  await messages.nameVisit({ messageId, visitId: visit.visit_id, isRemoved: request.isRemoved === true });
  return { ...nothingNamed };
}

/** MessageVisit, an extension. Another user's message, or a visit of another practice, is answered as if it did not exist. */
export const nameMessageVisit = defineHandler("nameMessageVisit", {
  audit: {
    when: "first",
    note: ({ messageId, visitId, isRemoved }) => ({
      action: isRemoved === true ? "took visit off message" : "named visit of message",
      subject: `message:${messageId ?? 0} visit:${visitId ?? ""}`,
    }),
    noteOfFault: noteOfForeignMessage,
  },
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "the visit of a message could not be stored");
    };
    return answeredInTime(context, { refuse, failed: "The visit could not be stored", note }, () =>
      name(request, context),
    );
  },
});
