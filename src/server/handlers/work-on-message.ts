import { letterWork, notWorkedOn } from "#room/contract/operations/work-on-message.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { defineHandler } from "#room/server/define-handler.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { messagingUser } from "./messaging-session.ts";
import { sharedLetterOf } from "./summary-of-record.ts";
import { answeredInTime } from "./time-limit.ts";

const refuse = registry.workOnMessage.faults.write;

/** For so long somebody is believed to write an answer. */
const answeringMs = 5 * 60_000;

async function work(
  request: RequestOf<"workOnMessage">,
  context: HandlerContext,
): Promise<ResponseOf<"workOnMessage">> {
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const asked = letterWork.safeParse(request.work);
  if (!asked.success) return refuse("other", `Say what is done: ${letterWork.options.join(", ")}.`);
  const messageId = request.messageId ?? 0;
  const now = context.now().getTime();
  const state =
    Number.isSafeInteger(messageId) && messageId > 0
      ? await context.store.sharedMailboxes.work(
          asked.data,
          { userId: session.user.userId, messageId },
          { now, until: now + answeringMs },
        )
      : undefined;
  return state
    ? { ...notWorkedOn, shared: sharedLetterOf(state) }
    : refuse("messageNotFound", "There is no such message in a mailbox that you share.");
}

/** WorkOnMessage, an extension. A message that is not shared with the caller is answered as if it did not exist. */
export const workOnMessage = defineHandler("workOnMessage", {
  // Who reads and who answers have rows of their own.
  audit: "none",
  handle: (request, context) => {
    const note = (err: unknown) => {
      context.log.error({ err }, "work on a shared message could not be noted");
    };
    return answeredInTime(context, { refuse, failed: "This could not be noted", note }, () =>
      work(request, context),
    );
  },
});
