import { draftAnswer } from "./draft-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

export const listDraftChanges = defineMailHandler("listDraftChanges", {
  failed: "The drafts could not be read",
  logged: "drafts could not be read",
  isUse: false,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const since = request.since ?? 0;
    if (!Number.isSafeInteger(since) || since < 0)
      return refuse("other", "Ask with a number of an earlier answer.");
    const { drafts, ...rest } = await context.store.drafts.changesSince(user.userId, since);
    return { ...empty, ...rest, drafts: drafts.map(draftAnswer) };
  },
});
