import { mostFound } from "#room/contract/operations/message-search.ts";
import { hasWords, type SearchedFolder } from "#room/server/store/search-messages.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { foundSummaryOf } from "./summary-of-record.ts";

const usualLimit = 50;
const longestText = 1000;

function folderOf(folder: string): SearchedFolder | undefined {
  return (["inbox", "archive", "sent", "all"] as const).find((one) => one === folder.toLowerCase());
}

export const searchMessages = defineMailHandler("searchMessages", {
  failed: "The messages could not be searched",
  logged: "messages could not be searched",
  isCostly: true,
  // Never the words: they may name a patient.
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "search" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const folder = folderOf(request.folder ?? "all");
    if (folder === undefined)
      return refuse("folderNotFound", "The folders are inbox, archive, sent and all.");
    const text = request.text ?? "";
    if (text.length > longestText) return refuse("other", `Search for at most ${longestText} characters.`);
    if (!hasWords(text)) return refuse("other", "Say which words to search for.");
    const limit = request.limit ?? usualLimit;
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > mostFound)
      return refuse("other", `The limit is a whole number from 1 to ${mostFound}.`);
    const cursor = request.cursor ?? "";
    if (!/^(?:[1-9]\d{0,14})?$/.test(cursor)) return refuse("other", "The cursor is not one of ours.");
    const before = cursor === "" ? undefined : Number(cursor);
    const found = await context.store.messages.search(user.userId, { text, folder, limit, before });
    return {
      ...empty,
      summaries: found.messages.map(foundSummaryOf),
      isComplete: found.isComplete,
      ...(found.next === undefined ? {} : { nextCursor: String(found.next) }),
    };
  },
});
