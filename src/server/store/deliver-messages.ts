import type { Kysely, Transaction } from "kysely";
import { storePieces } from "./attachment-pieces.ts";
import { storableText } from "./storable-text.ts";
import { DeliveryCalledOff, type Delivery, type Messages, type NewMessage } from "./messages.ts";
import { readMessage } from "./read-message.ts";
import { claimClientId, noteMessageOf } from "./sent-messages.ts";
import { reusable } from "./reusable-query.ts";
import type { Tables } from "./tables.ts";

const maybe = (text: string | undefined) => (text === undefined ? null : storableText(text));

/** Both engines bound the values of one statement. */
const rowsAtOnce = 500;

async function storeMessage(db: Transaction<Tables>, message: NewMessage): Promise<number> {
  const { message_id } = await db
    .insertInto("message")
    .values({
      sender: storableText(message.sender),
      to_list: JSON.stringify(message.to),
      cc_list: JSON.stringify(message.cc),
      created_time: message.createdTime ?? null,
      subject: storableText(message.subject),
      size: message.size,
      attachment_count: message.attachments.length,
      received_at: message.receivedAt,
    })
    .returning("message_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("message_body")
    .values({ message_id, text_body: maybe(message.textBody), html_body: maybe(message.htmlBody) })
    .execute();
  for (const [position, { fileName, contentType, content }] of message.attachments.entries()) {
    await db
      .insertInto("message_attachment")
      .values({
        message_id,
        position,
        file_name: storableText(fileName),
        content_type: storableText(contentType),
        size: content.byteLength,
      })
      .execute();
    await storePieces(db, { message_id, position }, content);
  }
  return message_id;
}

/** The mailboxes that do not have this mail yet; they are marked as having it. */
async function newTo(db: Transaction<Tables>, delivery: Delivery, now: number): Promise<readonly number[]> {
  const { mailboxes, mailKey } = delivery;
  if (mailKey === undefined || mailboxes.length === 0) return mailboxes;
  const marked = await db
    .insertInto("fetched_mail")
    .values(mailboxes.map((user_id) => ({ user_id, mail_key: storableText(mailKey), fetched_at: now })))
    .onConflict((conflict) => conflict.columns(["user_id", "mail_key"]).doNothing())
    .returning("user_id")
    .execute();
  return marked.map((row) => row.user_id);
}

/** Stores a message and its entries in a transaction of the caller's; see Messages.deliver. */
export async function deliver(
  db: Transaction<Tables>,
  message: NewMessage,
  delivery: Delivery,
): Promise<number> {
  const mailboxes = await newTo(
    db,
    { ...delivery, mailboxes: [...new Set(delivery.mailboxes)] },
    message.receivedAt,
  );
  const outgoing = delivery.outgoing ?? [];
  if (mailboxes.length === 0 && outgoing.length === 0) return 0;
  const earlier = delivery.sentAs && (await claimClientId(db, delivery.sentAs));
  if (earlier !== undefined) return earlier;
  const messageId = await storeMessage(db, message);
  if (delivery.sentAs) await noteMessageOf(db, delivery.sentAs, messageId);
  if (mailboxes.length > 0)
    await db
      .insertInto("mailbox_entry")
      .values(
        mailboxes.map((user_id) => ({ user_id, message_id: messageId, received_at: message.receivedAt })),
      )
      .execute();
  for (let from = 0; from < outgoing.length; from += rowsAtOnce)
    await db
      .insertInto("outgoing_mail")
      .values(
        outgoing.slice(from, from + rowsAtOnce).map((recipient) => ({
          message_id: messageId,
          sender: storableText(message.sender),
          sender_user_id: delivery.senderUserId ?? null,
          recipient: storableText(recipient),
          state: "waiting" as const,
          attempts: 0,
          next_attempt_at: message.receivedAt,
          claimed_by: null,
          claimed_until: 0,
          last_error: null,
          queued_at: message.receivedAt,
          may_have_arrived: 0,
          notice_id: null,
        })),
      )
      .execute();
  return messageId;
}

export function createMessages({ db }: { db: Kysely<Tables> }): Messages {
  const summaries = reusable(
    db
      .selectFrom("mailbox_entry")
      .innerJoin("message", "message.message_id", "mailbox_entry.message_id")
      .select([
        "message.message_id as messageId",
        "message.subject as subject",
        "message.sender as sender",
        "message.received_at as receivedAt",
        "message.size as size",
        "message.attachment_count as attachmentCount",
      ])
      .where("mailbox_entry.user_id", "=", 0)
      .orderBy("mailbox_entry.received_at", "desc")
      .orderBy("mailbox_entry.message_id", "desc"),
  );
  return {
    deliver: (message, delivery, gate) =>
      db.transaction().execute(async (transaction) => {
        const messageId = await deliver(transaction, message, delivery);
        if (gate && !gate.enter()) throw new DeliveryCalledOff();
        return messageId;
      }),
    async summariesOf(userId) {
      const { rows } = await summaries(db, [userId]);
      return rows.map(({ attachmentCount, ...row }) => ({ ...row, hasAttachments: attachmentCount > 0 }));
    },
    async find(userId, messageId) {
      const entry = await db
        .selectFrom("mailbox_entry")
        .select("message_id")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .executeTakeFirst();
      return entry && readMessage(db, entry.message_id);
    },
  };
}
