import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SentRecord } from "#room/server/store/sent-messages.ts";
import { wireInstant } from "./visit-answer.ts";
import { defineMailHandler } from "./define-mail-handler.ts";

const maxIds = 200;

/** By when an answer about a message is missed. */
export const answerTimeOf = async ({ now, store }: Pick<HandlerContext, "now" | "store">) => ({
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
