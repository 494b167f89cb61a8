import { defineHandler } from "#room/server/define-handler.ts";
import { mostMatters, notAttended } from "#room/contract/operations/attend-sent-message.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.attendSentMessage.faults.write;

async function attend(
  request: RequestOf<"attendSentMessage">,
  context: HandlerContext,
): Promise<ResponseOf<"attendSentMessage">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const { messageId, attended = [] } = request;
  const matters = [...new Set(attended)];
  if (matters.length > mostMatters.count || matters.some((matter) => matter.length > mostMatters.length))
    return refuse("other", "Say which deliveries, each by its state and recipient.");
  const isOwn =
    typeof messageId === "number" &&
    Number.isSafeInteger(messageId) &&
    (await context.store.sentMessages.attend(session.user.userId, messageId, matters));
  return isOwn ? notAttended : refuse("messageNotFound", "You sent no such message.");
}

/** AttendSentMessage, an extension. Another user's message is answered as if it did not exist. */
export const attendSentMessage = defineHandler("attendSentMessage", {
  // It says how a list is worked through; the deliveries are what they are.
  audit: "none",
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "a sent message could not be marked");
    };
    return answeredInTime(context, { refuse, failed: "The message could not be marked", note }, () =>
      attend(request, context),
    );
  },
});
