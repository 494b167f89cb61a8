import { valueOf, someOf } from "./rows.ts";
import { randomUUID } from "node:crypto";
import type { MessageRecord, NewMessage } from "./message-record.ts";
import type { Transaction } from "kysely";
import { endDraft } from "./drafts.ts";
import { storePieces, readMessage } from "./read-message.ts";
import { createMailboxes, putInMailboxes } from "./mailboxes.ts";
import { holdShared } from "./address-owners.ts";
import { storableText } from "./storable-text.ts";
import { parseNames } from "./user-repository.ts";
import { makePreviews, previewOf } from "./message-preview.ts";
import { lockSharers, noteAnswered, noteShared } from "./shared-letters.ts";
import { claimClientId, noteMessageOf, type SentAs } from "./sent-claims.ts";
import { isSentFor } from "./sent-messages.ts";
import type { KeyedEngine } from "./engine.ts";
import {
  isSeenBy,
  joinConversation,
  lettersIn,
  nameVisit,
  type NamedVisit,
  threadOf,
  threadsAbout,
  type Threading,
  visitsNamedIn,
} from "./conversations.ts";
import { addMessageWords, addMissingWords } from "./message-words.ts";
import { type FoundMessage, openFound, searchMessages, type MessageSearch } from "./search-messages.ts";
import type { Tables } from "./tables.ts";
import { blankText } from "#room/server/vault/stored-text.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";

export interface Delivery {
  readonly mailboxes: readonly number[];
  /** The shared addresses among those it was sent to. */
  readonly sharedAs?: readonly string[] | undefined;
  /** It answers the letter of a shared address that it refers to; further: also if somebody else has. */
  readonly answersShared?: "first" | "further" | undefined;
  /** External recipients; each gets an outgoing mail of its own. */
  readonly outgoing?: readonly string[] | undefined;
  /** The sender, who is notified when delivery fails. */
  readonly senderUserId?: number | undefined;
  /** Lists it as sent by that user; the same name is delivered once. */
  readonly sentAs?: SentAs | undefined;
  readonly threading?: Partial<Threading> | undefined;
  readonly visitId?: string | undefined;
  /** A draft of the sender that becomes this message. */
  readonly draftId?: string | undefined;
}

/** Called right before the commit. Returning false cancels the delivery, and nothing is stored. */
export interface CommitGate {
  enter(): boolean;
}

export interface Conversation {
  readonly letters: readonly FoundMessage[];
  readonly visitIds: readonly string[];
}

/** The delivery was cancelled by its gate. */
export class DeliveryCalledOff extends Error {
  override readonly name = "DeliveryCalledOff";
}

const maybe = (text: string | undefined) => (text === undefined ? null : storableText(text));

/** Dependencies for storing a message; `seal` is requested before the transaction begins. */
export interface DeliveryParts {
  readonly db: Transaction<Tables>;
  readonly vault: Vault;
  readonly seal: Sealer;
}

export async function storeMessage({ db, seal }: DeliveryParts, message: NewMessage): Promise<number> {
  const subject = storableText(message.subject);
  const preview = previewOf(message);
  const { message_id } = await db
    .insertInto("message")
    .values({
      sender: storableText(message.sender),
      to_list: JSON.stringify(message.to),
      cc_list: JSON.stringify(message.cc),
      created_time: message.createdTime ?? null,
      // Sealing is bound to the message's id, which only exists once the row does.
      subject: seal.keyId === 0 ? seal.text("", subject) : blankText,
      size: message.size,
      attachment_count: message.attachments.length,
      received_at: message.receivedAt,
      preview: seal.keyId === 0 ? seal.text("", preview) : blankText,
      search_state: 1,
    })
    .returning("message_id")
    .executeTakeFirstOrThrow();
  if (seal.keyId !== 0)
    await db
      .updateTable("message")
      .set({
        subject: seal.text(associatedData.subject(message_id), subject),
        preview: seal.text(associatedData.preview(message_id), preview),
      })
      .where("message_id", "=", message_id)
      .execute();
  await db
    .insertInto("message_body")
    .values({
      message_id,
      text_body: seal.text(associatedData.textBody(message_id), maybe(message.textBody)),
      html_body: seal.text(associatedData.htmlBody(message_id), maybe(message.htmlBody)),
    })
    .execute();
  for (const [position, { fileName, contentType, content }] of message.attachments.entries()) {
    await db
      .insertInto("message_attachment")
      .values({
        message_id,
        position,
        file_name: seal.text(associatedData.fileName({ message_id, position }), storableText(fileName)),
        content_type: storableText(contentType),
        size: content.byteLength,
      })
      .execute();
    await storePieces({ db, seal }, { message_id, position }, content);
  }
  await addMessageWords({ db, seal }, message_id, message);
  return message_id;
}

/**
 * Stores a message and its mailbox entries in the caller's transaction; see Messages.deliver. `hold` is for what was not sent
 * before.
 */
export async function deliver(
  parts: DeliveryParts,
  message: NewMessage,
  delivery: Delivery,
  hold?: (sentAs: SentAs) => Promise<void>,
): Promise<number> {
  const { db } = parts;
  const mailboxes = [...new Set(delivery.mailboxes)];
  const outgoing = delivery.outgoing ?? [];
  if (mailboxes.length === 0 && outgoing.length === 0) return 0;
  const earlier = delivery.sentAs && (await claimClientId(parts, delivery.sentAs));
  if (earlier !== undefined) return earlier;
  if (delivery.sentAs) await hold?.(delivery.sentAs);
  const answers = delivery.threading?.answers;
  const answer =
    answers !== undefined && delivery.sentAs && delivery.answersShared !== undefined
      ? { userId: delivery.sentAs.userId, messageId: answers, at: message.receivedAt }
      : undefined;
  // All at once, so that two answers to one letter cannot wait for each other.
  if (answer) await lockSharers(db, answer, mailboxes);
  const messageId = await storeMessage(parts, message);
  if (delivery.sentAs) await noteMessageOf(db, delivery.sentAs, { messageId, sentAt: message.receivedAt });
  if (delivery.sentAs && delivery.draftId !== undefined)
    await endDraft(db, {
      userId: delivery.sentAs.userId,
      draftId: delivery.draftId,
      now: message.receivedAt,
    });
  await putInMailboxes(db, mailboxes, { messageId, receivedAt: message.receivedAt });
  await noteShared(db, messageId, delivery.sharedAs ?? []);
  if (answer) await noteAnswered(db, answer, delivery.answersShared === "further");
  const mail_id = `${randomUUID()}@${message.sender.slice(message.sender.lastIndexOf("@") + 1)}`;
  await joinConversation(db, messageId, { mailId: mail_id, references: [], ...delivery.threading });
  if (delivery.visitId !== undefined) await nameVisit(db, { messageId, visitId: delivery.visitId });
  for (const some of someOf(outgoing))
    await db
      .insertInto("outgoing_mail")
      .values(
        some.map((recipient) => ({
          message_id: messageId,
          sender: storableText(message.sender),
          sender_user_id: delivery.senderUserId ?? null,
          recipient: storableText(recipient),
          state: "waiting" as const,
          attempts: 0,
          next_attempt_at: message.receivedAt,
          claimed_until: 0,
          queued_at: message.receivedAt,
          may_have_arrived: 0,
          mail_id,
          is_asked: 0,
        })),
      )
      .execute();
  return messageId;
}

export function createMessageRepository(engine: Pick<KeyedEngine, "db" | "vault" | "kind" | "aside">) {
  const { db, vault } = engine;
  const opened = async (userId: number, ids: readonly number[]): Promise<FoundMessage[]> => {
    const found = await openFound({ db, vault }, { userId, folder: "all" }, ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  };
  return {
    ...createMailboxes({ db, vault }),
    async complete(isOver: () => boolean): Promise<void> {
      await makePreviews({ db, vault }, isOver);
      await addMissingWords({ db, vault }, isOver);
    },
    search: (userId: number, search: MessageSearch) => searchMessages(engine, userId, search),
    /** All that this user received or sent in the conversation of one of their messages; undefined if it is not theirs. */
    async conversationOf(userId: number, messageId: number): Promise<Conversation | undefined> {
      if (!(await isSeenBy(db, userId, messageId))) return undefined;
      const thread = await threadOf(db, messageId);
      const ids = thread === undefined ? [] : await lettersIn(db, userId, [thread]);
      if (thread === undefined) return undefined;
      return { letters: await opened(userId, ids), visitIds: await visitsNamedIn(db, userId, thread) };
    },
    lettersAbout: async (userId: number, visitId: string): Promise<FoundMessage[]> =>
      opened(userId, await lettersIn(db, userId, await threadsAbout(db, visitId))),
    nameVisit: (named: NamedVisit) => nameVisit(db, named),
    /**
     * Stores a message once and delivers it to all recipients or none. Returns its id; 0 when there is
     * nobody to deliver it to; the first id when sentAs was delivered before. Throws DeliveryCalledOff when cancelled by the gate, ClientIdReused
     * and AddressGivenUp.
     */
    async deliver(message: NewMessage, delivery: Delivery, gate?: CommitGate): Promise<number> {
      const seal = await vault.sealer();
      return db.transaction().execute(async (transaction) => {
        const messageId = await deliver({ db: transaction, vault, seal }, message, delivery, async (sentAs) =>
          holdShared({ db: transaction, kind: engine.kind }, sentAs),
        );
        if (gate && !gate.enter()) throw new DeliveryCalledOff();
        return messageId;
      });
    },
    /** Who sent a message which that user received or sent; undefined if it is not theirs. */
    senderOf: async (userId: number, messageId: number): Promise<string | undefined> => {
      if (!(await isSeenBy(db, userId, messageId))) return undefined;
      return valueOf(db.selectFrom("message").where("message_id", "=", messageId), "sender");
    },
    async findSent(userId: number, messageId: number): Promise<MessageRecord | undefined> {
      const sent = await db
        .selectFrom("sent_message")
        .select(["bcc_list", "user_id"])
        .where("message_id", "=", messageId)
        .where(isSentFor(userId))
        .executeTakeFirst();
      const record = sent && (await readMessage({ db, vault }, messageId));
      return record && { ...record, bcc: sent.user_id === userId ? parseNames(sent.bcc_list) : [] };
    },
    /**
     * A message of that user's mailbox, one that somebody else sent from an address they share, or a notice about one they
     * sent; its attachments are read separately.
     */
    async find(userId: number, messageId: number): Promise<MessageRecord | undefined> {
      const entry = await db
        .selectFrom("mailbox_entry")
        .select("message_id")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .union(
          db
            .selectFrom("delivery_notice")
            .innerJoin("outgoing_mail", "outgoing_mail.outgoing_id", "delivery_notice.outgoing_id")
            .select("outgoing_mail.message_id")
            .where("outgoing_mail.sender_user_id", "=", userId)
            .where("delivery_notice.message_id", "=", messageId),
        )
        .union(
          db
            .selectFrom("sent_message")
            .innerJoin("message", "message.message_id", "sent_message.message_id")
            .innerJoin("shared_address", "shared_address.address_key", "sent_message.shared_from")
            .select("message.message_id")
            .where("sent_message.message_id", "=", messageId)
            .where("shared_address.user_id", "=", userId),
        )
        .executeTakeFirst();
      return entry && readMessage({ db, vault }, messageId);
    },
  };
}
