import { mostMatters } from "#room/contract/operations/deliveries.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

export const attendSentMessage = defineMailHandler("attendSentMessage", {
  failed: "The message could not be marked",
  logged: "a sent message could not be marked",
  // It says how a list is worked through; the deliveries are what they are.
  audit: "none",
  answer: async (request, context, user, { refuse, empty }) => {
    const { messageId, attended = [] } = request;
    const matters = [...new Set(attended)];
    const unclear = refuse("other", "Say which deliveries, each by its state and recipient.");
    if (matters.length > mostMatters.count || matters.some((matter) => matter.length > mostMatters.length))
      return unclear;
    const isNumber = typeof messageId === "number" && Number.isSafeInteger(messageId);
    const kept = isNumber
      ? await context.store.sentMessages.attend(user.userId, messageId, matters)
      : "not-theirs";
    if (kept === "not-theirs") return refuse("messageNotFound", "You sent no such message.");
    return kept === "kept" ? empty : unclear;
  },
});
