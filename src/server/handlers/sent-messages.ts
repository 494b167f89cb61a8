import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SentRecord } from "#room/server/store/sent-messages.ts";
import { wireInstant } from "./visit-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";
import { type RecipientState, mostMatters } from "#room/contract/operations/deliveries.ts";
import type { DeliveryState } from "#room/contract/operations/find-sent-messages.ts";
import { messageNumber, noteOfForeignMessage } from "./messaging-session.ts";

const maxIds = 200;

/** By when an answer about a message is missed. */
const answerTimeOf = async ({ now, store }: Pick<HandlerContext, "now" | "store">) => ({
  now: now().getTime(),
  answerWithin: (await store.mailSettings.read()).noticeMinutes * 60_000,
});

function messageOf({ clientId, messageId, deliveries, attended, resendOf, sentBy }: SentRecord) {
  return {
    clientMessageId: clientId,
    messageId,
    ...(attended.length === 0 ? {} : { attended: [...attended] }),
    resendOf,
    sentBy,
    deliveries: deliveries.map(({ at: _at, noticeId: noticeMessageId, openedAt, ...delivery }) => ({
      ...delivery,
      noticeMessageId,
      openedAt: wireInstant(openedAt),
    })),
  };
}

const isPlace = (value: number | null | undefined) =>
  value === undefined || value === null || (Number.isSafeInteger(value) && value >= 0);

/** Undefined: it is asked with other than numbers of messages. */
async function list(
  { since, before, limit }: RequestOf<"findSentMessages">,
  userId: number,
  context: HandlerContext,
): Promise<Pick<ResponseOf<"findSentMessages">, "messages" | "before"> | undefined> {
  const atOnce = limit ?? maxIds;
  if (!isPlace(since) || !isPlace(before) || !Number.isSafeInteger(atOnce) || atOnce < 1 || atOnce > maxIds)
    return undefined;
  const sent = await context.store.sentMessages.list(
    userId,
    { since: since ?? 0, before: before ?? undefined, limit: atOnce + 1 },
    await answerTimeOf(context),
  );
  const page = sent.slice(0, atOnce);
  return {
    messages: page.map((one) => {
      const { subject, preview, attachmentCount, sentAt } = one;
      const [to, cc, bcc] = [[...one.to], [...one.cc], [...one.bcc]];
      return {
        ...messageOf(one),
        to,
        cc,
        bcc,
        subject,
        preview,
        attachmentCount,
        dateSent: wireInstant(sentAt),
      };
    }),
    before: sent.length > page.length ? page.at(-1)?.messageId : undefined,
  };
}

export const findSentMessages = defineMailHandler("findSentMessages", {
  failed: "The messages could not be looked up",
  logged: "sent messages could not be looked up",
  isUse: false,
  isCostly: true,
  audit: { when: "counted", note: () => ({ action: "listed messages", subject: "sent" }) },
  answer: async (request, context, user, { refuse, empty }) => {
    const { userId } = user;
    if (!request.clientMessageIds) {
      const page = await list(request, userId, context);
      return page
        ? { ...empty, ...page }
        : refuse("other", `Ask with numbers of messages, for at most ${maxIds}.`);
    }
    const ids = [...new Set(request.clientMessageIds)];
    if (ids.length > maxIds) return refuse("other", `Ask for at most ${maxIds} messages at a time.`);
    const sent = await context.store.sentMessages.find(userId, ids, await answerTimeOf(context));
    return { ...empty, messages: sent.map(messageOf) };
  },
});

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
    const { sentMessages } = context.store;
    const messageId = messageNumber(request.messageId);
    const deliveries = await sentMessages.deliveries(user.userId, messageId, await answerTimeOf(context));
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
    const { sentMessages } = context.store;
    const kept = await sentMessages.attend(user.userId, messageNumber(messageId), matters);
    if (kept === "not-theirs") return refuse("messageNotFound", "You sent no such message.");
    return kept === "kept" ? empty : unclear;
  },
});
