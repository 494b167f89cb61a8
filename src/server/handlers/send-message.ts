import { defineHandler } from "#room/server/define-handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { mimeSize } from "#room/server/direct/mime-size.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import type { CommitGate } from "#room/server/store/message-repository.ts";
import { ClientIdReused } from "#room/server/store/sent-messages.ts";
import { isClientMessageId, sentAs } from "./client-message-id.ts";
import { messagingUser } from "./messaging-session.ts";
import {
  bareAddress,
  contentOf,
  faultOfContent,
  isAddress,
  maxRecipients,
  type Recipients,
  recipientsOf,
} from "./read-email.ts";
import { OutOfTime, withinTime } from "./time-limit.ts";

const refuse = registry.sendMessage.faults.write;

/** The address the user sends from; undefined if it is not theirs. Without `from` it is their first address. */
function senderOf(from: string | null | undefined, own: readonly string[]): string | undefined {
  const wanted = bareAddress(from ?? "");
  if (wanted === "") return own[0];
  return own.find((address) => foldName(address) === foldName(wanted));
}

function faultOfRecipients({ to, everybody }: Recipients): ResponseOf<"sendMessage"> | undefined {
  if (everybody.length === 0)
    return refuse("recipientNotSpecified", "The message names no recipient. Nothing was sent.");
  if (to.length === 0)
    return refuse("toFieldRequired", "The message needs a recipient in its to list. Nothing was sent.");
  if (everybody.length > maxRecipients)
    return refuse("other", `The message names more than ${maxRecipients} recipients. Nothing was sent.`);
  return undefined;
}

function faultOfClientId(clientId: string | undefined): string | undefined {
  if (clientId === undefined || isClientMessageId(clientId)) return undefined;
  return "The clientMessageId has 1 to 64 letters, digits or any of _ . : and -. Nothing was sent.";
}

async function send(
  request: RequestOf<"sendMessage">,
  context: HandlerContext,
  gate: CommitGate,
): Promise<ResponseOf<"sendMessage">> {
  const { store, settings, now } = context;
  const session = await messagingUser(request, context);
  if (session.fault) return refuse(session.fault.code, session.fault.message);
  const email = request.email ?? {};
  const sender = senderOf(email.from, await store.users.addressesOf(session.user.userId));
  if (sender === undefined)
    return refuse("unauthorizedAccess", "The from address is not one of yours. Nothing was sent.");
  const recipients = recipientsOf(email);
  const shortfall = faultOfRecipients(recipients);
  if (shortfall) return shortfall;
  const owners = await store.users.ownersOf(recipients.everybody);
  const elsewhere = recipients.everybody.filter((address) => !owners.has(foldName(address)));
  const invalid = elsewhere.filter((address) => settings.directSmtpUrl === undefined || !isAddress(address));
  if (invalid.length > 0)
    return refuse(
      "recipientInvalid",
      `No mailbox can be reached at ${invalid.join(", ")}. Nothing was sent to anybody.`,
    );
  const clientId = request.clientMessageId ?? undefined;
  const fault = faultOfContent(email) ?? faultOfClientId(clientId);
  if (fault !== undefined) return refuse("other", fault);

  const message = {
    ...contentOf(email),
    sender,
    to: recipients.to,
    cc: recipients.cc,
    receivedAt: now().getTime(),
  };
  const delivery = {
    mailboxes: [...owners.values()],
    outgoing: elsewhere,
    senderUserId: session.user.userId,
    ...(clientId !== undefined && {
      sentAs: sentAs({ userId: session.user.userId, clientId }, message, recipients),
    }),
  };
  const size = await mimeSize(message);
  const messageId = await store.messages.deliver({ ...message, size }, delivery, gate);
  return { ...emptyReply, messageId };
}

const emptyReply: ResponseOf<"sendMessage"> = {
  messageId: 0,
  badSessionKey: false,
  hasSessionKeyExpired: false,
  recipientNotSpecified: false,
  unauthorizedAccess: false,
  recipientInvalid: false,
  toFieldRequired: false,
  hasError: false,
  hasRequestTimedOut: false,
};

/** SendMessage. A message is delivered to all of its recipients or to none; the flags of the answer say which. */
export const sendMessage = defineHandler("sendMessage", {
  body: "messageBytes",
  perMinute: "messagesPerMinute",
  audit: {
    when: "first",
    note: (_request, { messageId }) => ({ action: "sent message", subject: `message:${messageId}` }),
  },
  handle: async (request, context) => {
    try {
      return await withinTime(context.settings.messagingTimeoutMs, (gate) => send(request, context, gate));
    } catch (error) {
      if (error instanceof StoreUnavailable && error.mayBeDone) {
        context.log.error({ err: error }, "a message may or may not have been stored");
        return refuse(
          "hasRequestTimedOut",
          "The message may or may not have been sent: look before sending it again.",
        );
      }
      if (error instanceof OutOfTime)
        return refuse("hasRequestTimedOut", "The message could not be stored in time. Nothing was sent.");
      if (error instanceof ClientIdReused)
        return refuse("other", "The clientMessageId was used for another message. Nothing was sent now.");
      context.log.error({ err: error }, "a message could not be stored");
      return refuse("other", "The message could not be stored. Nothing was sent; try again later.");
    }
  },
});
