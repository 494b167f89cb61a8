import { createHash, randomUUID } from "node:crypto";
import { defineHandler } from "#room/server/define-handler.ts";
import { foldName } from "#room/server/store/storable-text.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { notSent } from "#room/contract/operations/message.ts";
import { registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { mimeSize } from "#room/server/direct/mail-of-message.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { AnsweredAlready } from "#room/server/store/shared-letters.ts";
import { AddressGivenUp, mailboxesOf } from "#room/server/store/address-owners.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import type { CommitGate } from "#room/server/store/message-repository.ts";
import type { NewMessage } from "#room/server/store/message-record.ts";
import { ClientIdReused, type SentAs } from "#room/server/store/sent-claims.ts";
import { messageNumber, messagingUser } from "./messaging-session.ts";
import { seenVisit } from "./seen-visit.ts";
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
const notTheirs = "The from address is not one of yours. Nothing was sent.";

/**
 * The address the user sends from; undefined if it is not theirs. Without `from` it is their first address. What was sent before is found
 * again also from an address that was theirs then.
 */
function senderOf(
  from: string | null | undefined,
  own: readonly string[],
  wasSent: boolean,
): string | undefined {
  const wanted = bareAddress(from ?? "");
  if (wanted === "") return own[0];
  return own.find((address) => foldName(address) === foldName(wanted)) ?? (wasSent ? wanted : undefined);
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

/** Not shown by the interface: the allowed form of a client's message id. */
function faultOfClientId(clientId: string | undefined): string | undefined {
  if (clientId === undefined || /^[\w.:-]{1,64}$/.test(clientId)) return undefined;
  return "The clientMessageId has 1 to 64 letters, digits or any of _ . : and -. Nothing was sent.";
}

/** The id with a digest of everything the recipients receive, except the time of writing. */
function sentAs(
  {
    clientId,
    ...whose
  }: Pick<SentAs, "userId" | "resendOf" | "sharedFrom"> & { clientId: string | undefined },
  message: Pick<NewMessage, "sender" | "subject" | "textBody" | "htmlBody" | "attachments">,
  { to, cc, bcc }: Recipients,
): SentAs {
  // Nobody can ask for it again, so nothing has to be compared.
  if (clientId === undefined) return { ...whose, clientId: `unnamed-${randomUUID()}`, digest: "", bcc };
  const { sender, subject, textBody, htmlBody, attachments } = message;
  const hash = createHash("sha256");
  hash.update(JSON.stringify([sender, to, cc, bcc, subject, textBody, htmlBody]));
  for (const { fileName, contentType, content } of attachments)
    hash.update(JSON.stringify([fileName, contentType, content.byteLength])).update(content);
  return { ...whose, clientId, digest: hash.digest("hex"), bcc };
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
  const { userId } = session.user;
  const clientId = request.clientMessageId ?? undefined;
  const wasSent = clientId !== undefined && (await store.sentMessages.isNameUsed(userId, clientId));
  const sender = senderOf(email.from, await store.users.sendingAddressesOf(userId), wasSent);
  if (sender === undefined) return refuse("unauthorizedAccess", notTheirs);
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
  const fault = faultOfContent(email) ?? faultOfClientId(clientId);
  if (fault !== undefined) return refuse("other", fault);

  const message = {
    ...contentOf(email),
    sender,
    to: recipients.to,
    cc: recipients.cc,
    receivedAt: now().getTime(),
  };
  const isOwn = (await store.users.addressesOf(userId)).includes(sender);
  const sharedFrom = isOwn ? undefined : foldName(sender);
  const answers = messageNumber(request.inReplyTo);
  // None stops a message: one that is no longer theirs, or of another practice, is left out.
  const again = messageNumber(request.resendOf);
  const isAgain = await store.sentMessages.isSentFor(userId, again);
  const answered = answers > 0 ? await store.messages.senderOf(userId, answers) : undefined;
  // A letter that is passed on is not answered.
  const isAnswer =
    answered !== undefined &&
    !request.isForward &&
    recipients.everybody.some((address) => foldName(address) === foldName(bareAddress(answered)));
  const visit = await seenVisit(request.visitId, session.user, context);
  const delivery = {
    ...mailboxesOf(owners),
    outgoing: elsewhere,
    senderUserId: userId,
    sentAs: sentAs(
      { userId, clientId, resendOf: isAgain ? again : undefined, sharedFrom },
      message,
      recipients,
    ),
    threading: answered === undefined ? {} : { answers },
    answersShared: isAnswer
      ? request.isFurtherAnswer
        ? ("further" as const)
        : ("first" as const)
      : undefined,
    visitId: visit?.visit_id,
    draftId: canonicalGuid(request.draftId ?? ""),
  };
  const size = await mimeSize(message);
  const messageId = await store.messages.deliver({ ...message, size }, delivery, gate);
  return { ...notSent, messageId };
}

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
      if (error instanceof AddressGivenUp) return refuse("unauthorizedAccess", notTheirs);
      if (error instanceof ClientIdReused)
        return refuse("other", "The clientMessageId was used for another message. Nothing was sent now.");
      if (error instanceof AnsweredAlready)
        return {
          ...refuse("other", `${error.by} has answered this message already. Nothing was sent now.`),
          answeredBy: error.by,
          answeredAt: wireDateTimeOf(new Date(error.at)),
        };
      context.log.error({ err: error }, "a message could not be stored");
      return refuse("other", "The message could not be stored. Nothing was sent; try again later.");
    }
  },
});
