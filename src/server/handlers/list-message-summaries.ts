import { defineHandler } from "#room/server/define-handler.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

const refuse = registry.listMessageSummaries.faults.write;

async function list(
  request: RequestOf<"listMessageSummaries">,
  context: HandlerContext,
): Promise<ResponseOf<"listMessageSummaries">> {
  const { store } = context;
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const records = await store.messages.summariesOf(session.user.userId);
  if (records.length === 0 && (await store.users.addressesOf(session.user.userId)).length === 0)
    return refuse("folderNotFound", "You have no mailbox here: your user has no Direct address.");
  return {
    hasSessionKeyExpired: false,
    badSessionKey: false,
    unauthorizedAccess: false,
    folderNotFound: false,
    serverError: false,
    summaries: records.map(({ messageId, subject, sender, receivedAt, size, hasAttachments }) => ({
      messageId,
      subject,
      from: sender,
      dateReceived: wireDateTimeOf(new Date(receivedAt)),
      messageSize: size,
      hasAttachments,
    })),
    hasError: false,
    hasRequestTimedOut: false,
  };
}

/** GetMessageSummaries: the user's mailbox, newest first. */
export const listMessageSummaries = defineHandler("listMessageSummaries", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages" }) },
  handle: async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, () => list(request, context));
    } catch (error) {
      if (error instanceof OutOfTime)
        return refuse("hasRequestTimedOut", "The mailbox could not be read in time. Try again.");
      context.log.error({ err: error }, "a mailbox could not be read");
      return refuse("serverError", "The mailbox could not be read. Try again later.");
    }
  },
});
