import { defineMailHandler } from "./define-mail-handler.ts";
import { summaryOf } from "./summary-of-record.ts";

export const listMessageSummaries = defineMailHandler("listMessageSummaries", {
  failed: "The mailbox could not be read",
  logged: "a mailbox could not be read",
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages" }) },
  answer: async (_request, context, user, { refuse, empty }) => {
    const { store } = context;
    const records = await store.messages.summariesOf(user.userId);
    if (records.length === 0 && (await store.users.sendingAddressesOf(user.userId)).length === 0)
      return refuse("folderNotFound", "You have no mailbox here: your user has no Direct address.");
    return {
      ...empty,
      summaries: records.map(summaryOf),
    };
  },
});
