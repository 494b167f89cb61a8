import { maxFlagged, maxLabelLength } from "#room/contract/operations/message-search.ts";
import { maxLabels } from "#room/server/store/mark-messages.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { messageNumber } from "./messaging-session.ts";

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
