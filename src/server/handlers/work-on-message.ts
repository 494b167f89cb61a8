import { letterWork } from "#room/contract/operations/conversations.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { sharedLetterOf } from "./summary-of-record.ts";

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
    const messageId = request.messageId ?? 0;
    const now = context.now().getTime();
    const state =
      Number.isSafeInteger(messageId) && messageId > 0
        ? await context.store.sharedMailboxes.work(
            asked.data,
            { userId: user.userId, messageId },
            { now, until: now + answeringMs },
          )
        : undefined;
    return state
      ? { ...empty, shared: sharedLetterOf(state) }
      : refuse("messageNotFound", "There is no such message in a mailbox that you share.");
  },
});
