import { maxFlagged, maxLabelLength, mostFound } from "#room/contract/operations/message-search.ts";
import { maxLabels } from "#room/server/store/mark-messages.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { messageNumber } from "./messaging-session.ts";
import { hasWords, type SearchedFolder } from "#room/server/store/search-messages.ts";
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

const labelsOf = (labels: readonly string[] | null | undefined) => [
  ...new Set((labels ?? []).map((label) => storableText(label).trim())),
];

/** Not shown by the interface: a label is a short line of text. */
function faultOfLabels(labels: readonly string[]): string | undefined {
  if (labels.length > maxLabels) return `A message has at most ${maxLabels} labels.`;
  if (labels.includes("")) return "A label needs a name.";
  if (labels.some((label) => [...label].length > maxLabelLength))
    return `A label has at most ${maxLabelLength} characters.`;
  if (labels.some((label) => /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(label)))
    return "A label is one line of visible characters.";
  return undefined;
}

export const flagMessages = defineMailHandler("flagMessages", {
  failed: "The messages could not be marked",
  logged: "messages could not be marked",
  isCostly: true,
  // They say how a mailbox is sorted; reading a message has a row of its own.
  audit: "none",
  answer: async (request, context, user, { refuse, empty }) => {
    const ids = [...new Set(request.messageIds ?? [])];
    if (ids.length === 0 || !ids.every((id) => messageNumber(id) > 0))
      return refuse("other", "Say which messages, by number.");
    if (ids.length > maxFlagged) return refuse("other", `Mark at most ${maxFlagged} messages at a time.`);
    const change = {
      isRead: request.isRead ?? undefined,
      isArchived: request.isArchived ?? undefined,
      addLabels: labelsOf(request.addLabels),
      removeLabels: labelsOf(request.removeLabels),
    };
    const fault = faultOfLabels([...change.addLabels]) ?? faultOfLabels([...change.removeLabels]);
    if (fault !== undefined) return refuse("other", fault);
    const marked = await context.store.messages.mark({ userId: user.userId, ids, change });
    return {
      ...empty,
      changeNumber: marked.changeNumber,
      notFound: [...marked.notFound],
      tooManyLabels: [...marked.tooMany],
    };
  },
});
