import { noDrafts } from "#room/contract/operations/drafts.ts";
import { registry } from "#room/contract/registry.ts";
import { draftAnswer } from "./draft-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

const refuse = registry.listDraftChanges.faults.write;

export const listDraftChanges = defineMailHandler("listDraftChanges", {
  refuse,
  failed: "The drafts could not be read",
  logged: "drafts could not be read",
  isUse: false,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  answer: async (request, context, user) => {
    const since = request.since ?? 0;
    if (!Number.isSafeInteger(since) || since < 0)
      return refuse("other", "Ask with a number of an earlier answer.");
    const { drafts, ...rest } = await context.store.drafts.changesSince(user.userId, since);
    return { ...noDrafts, ...rest, drafts: drafts.map(draftAnswer) };
  },
});
