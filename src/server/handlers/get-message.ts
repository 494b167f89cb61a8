import { defineHandler } from "#room/server/define-handler.ts";
import type { MessageRecord } from "#room/server/store/message-record.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { base64Length } from "#room/contract/primitives/base64.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { base64Of } from "./base64-of.ts";
import { messagingUser } from "./messaging-session.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

const refuse = registry.getMessage.faults.write;

function emailOf(
  record: MessageRecord,
  context: HandlerContext,
): NonNullable<ResponseOf<"getMessage">["email"]> {
  return {
    to: [...record.to],
    from: record.sender,
    cc: [...record.cc],
    bcc: [],
    ...(record.createdTime === undefined ? {} : { createdTime: record.createdTime }),
    subject: record.subject,
    ...(record.textBody === undefined ? {} : { textBody: record.textBody }),
    ...(record.htmlBody === undefined ? {} : { htmlBody: record.htmlBody }),
    attachments: record.attachments.map(({ fileName, contentType, size, pieces }) => ({
      base64: context.later(base64Length(size), () => base64Of(pieces())),
      contentType,
      fileName,
    })),
  };
}

async function get(
  request: RequestOf<"getMessage">,
  context: HandlerContext,
): Promise<ResponseOf<"getMessage">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const messageId = request.messageId ?? 0;
  const record =
    Number.isSafeInteger(messageId) && messageId > 0
      ? await context.store.messages.find(session.user.userId, messageId)
      : undefined;
  if (!record) return refuse("messageNotFound", "There is no such message in your mailbox.");
  return {
    badSessionKey: false,
    hasSessionKeyExpired: false,
    unauthorizedAccess: false,
    messageNotFound: false,
    serverError: false,
    email: emailOf(record, context),
    messageId,
    dateReceived: wireDateTimeOf(new Date(record.receivedAt)),
    messageSize: record.size,
    hasError: false,
    hasRequestTimedOut: false,
  };
}

/**
 * GetMessage, an extension: a message in the caller's own mailbox. Another user's message is answered as if it did not
 * exist.
 */
export const getMessage = defineHandler("getMessage", {
  isCostly: true,
  audit: {
    when: "first",
    note: (_request, { messageId }) => ({ action: "read message", subject: `message:${messageId}` }),
    // Nobody's, or someone else's: shows users who try one id after another.
    noteOfFault: (code, { messageId }) =>
      code === "messageNotFound"
        ? { action: "access refused", subject: `message:${messageId ?? 0}` }
        : undefined,
  },
  handle: async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, () => get(request, context));
    } catch (error) {
      if (error instanceof OutOfTime)
        return refuse("hasRequestTimedOut", "The message could not be read in time. Try again.");
      context.log.error({ err: error }, "a message could not be read");
      return refuse("serverError", "The message could not be read. Try again later.");
    }
  },
});
