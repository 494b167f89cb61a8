import { type RecipientState } from "#room/contract/operations/deliveries.ts";
import type { DeliveryState } from "#room/contract/operations/find-sent-messages.ts";
import { answerTimeOf } from "./find-sent-messages.ts";
import { wireInstant } from "./visit-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { noteOfForeignMessage } from "./messaging-session.ts";

const states: Readonly<Record<DeliveryState, RecipientState>> = {
  "in-mailbox": "in-mailbox",
  waiting: "waiting",
  retrying: "waiting",
  "handed-over": "handed-over",
  processed: "processed",
  delivered: "dispatched",
  "not-known": "not-known",
  "not-delivered": "failed",
  "not-confirmed": "not-known",
};

export const getDelivery = defineMailHandler("getDelivery", {
  failed: "The delivery could not be looked up",
  logged: "a delivery could not be looked up",
  isUse: false,
  audit: {
    when: "counted",
    note: () => ({ action: "listed messages", subject: "sent" }),
    noteOfFault: noteOfForeignMessage,
  },
  answer: async (request, context, user, { refuse, empty }) => {
    const messageId = request.messageId ?? 0;
    const deliveries = Number.isSafeInteger(messageId)
      ? await context.store.sentMessages.deliveries(user.userId, messageId, await answerTimeOf(context))
      : undefined;
    if (!deliveries) return refuse("messageNotFound", "You sent no such message.");
    return {
      ...empty,
      recipients: deliveries.map(({ recipient, state, at, reason, openedAt }) => ({
        address: recipient,
        state: states[state],
        at: wireInstant(at),
        reason,
        openedAt: wireInstant(openedAt),
      })),
    };
  },
});
