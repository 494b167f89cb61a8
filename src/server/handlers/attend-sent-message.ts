import { mostMatters, notAttended } from "#room/contract/operations/deliveries.ts";
import { registry } from "#room/contract/registry.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

const refuse = registry.attendSentMessage.faults.write;

export const attendSentMessage = defineMailHandler("attendSentMessage", {
  refuse,
  failed: "The message could not be marked",
  logged: "a sent message could not be marked",
  // It says how a list is worked through; the deliveries are what they are.
  audit: "none",
  answer: async (request, context, user) => {
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
    return kept === "kept" ? notAttended : unclear;
  },
});
