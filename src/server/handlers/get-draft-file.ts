import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

export const getDraftFile = defineMailHandler("getDraftFile", {
  failed: "The file could not be read",
  logged: "a draft’s file could not be read",
  isUse: false,
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "drafts" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const draftId = canonicalGuid(request.draftId ?? "") ?? "";
    const fileId = canonicalGuid(request.fileId ?? "") ?? "";
    const base64 = await context.store.drafts.file(user.userId, draftId, fileId);
    if (base64 === undefined) return refuse("other", "None of your drafts has such a file.");
    return { ...empty, base64 };
  },
});
