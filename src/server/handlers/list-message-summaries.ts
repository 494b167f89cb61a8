import { defineHandler } from "#room/server/define-handler.ts";
import { noSummaries } from "#room/contract/operations/list-message-summaries.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { summaryOf } from "./summary-of-record.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.listMessageSummaries.faults.write;

async function list(
  request: RequestOf<"listMessageSummaries">,
  context: HandlerContext,
): Promise<ResponseOf<"listMessageSummaries">> {
  const { store } = context;
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const records = await store.messages.summariesOf(session.user.userId);
  if (records.length === 0 && (await store.users.sendingAddressesOf(session.user.userId)).length === 0)
    return refuse("folderNotFound", "You have no mailbox here: your user has no Direct address.");
  return {
    ...noSummaries,
    summaries: records.map(summaryOf),
  };
}

/** GetMessageSummaries: the user's mailbox, newest first. */
export const listMessageSummaries = defineHandler("listMessageSummaries", {
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages" }) },
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "a mailbox could not be read");
    };
    return answeredInTime(context, { refuse, failed: "The mailbox could not be read", note }, () =>
      list(request, context),
    );
  },
});
