import { defineHandler } from "#room/server/define-handler.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

const refuse = registry.findSentMessages.faults.write;
const maxIds = 200;

async function find(
  request: RequestOf<"findSentMessages">,
  context: HandlerContext,
): Promise<ResponseOf<"findSentMessages">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const ids = [...new Set(request.clientMessageIds ?? [])];
  if (ids.length > maxIds) return refuse("other", `Ask for at most ${maxIds} messages at a time.`);
  const sent = await context.store.sentMessages.find(session.user.userId, ids);
  return {
    badSessionKey: false,
    hasSessionKeyExpired: false,
    unauthorizedAccess: false,
    serverError: false,
    messages: sent.map(({ clientId, messageId, deliveries }) => ({
      clientMessageId: clientId,
      messageId,
      deliveries: deliveries.map(({ recipient, state, noticeId }) => ({
        recipient,
        state,
        ...(noticeId === undefined ? {} : { noticeMessageId: noticeId }),
      })),
    })),
    hasError: false,
    hasRequestTimedOut: false,
  };
}

/**
 * SentMessages, an extension: the status of the caller's own messages. Another user's message is answered as if it did
 * not exist.
 */
export const findSentMessages = defineHandler("findSentMessages", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "sent" }) },
  handle: async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, () => find(request, context));
    } catch (error) {
      if (error instanceof OutOfTime)
        return refuse("hasRequestTimedOut", "The messages could not be looked up in time. Try again.");
      context.log.error({ err: error }, "sent messages could not be looked up");
      return refuse("serverError", "The messages could not be looked up. Try again later.");
    }
  },
});
