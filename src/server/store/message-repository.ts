import type { MessageRecord, NewMessage } from "./message-record.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transaction } from "kysely";
import { storePieces } from "./attachment-pieces.ts";
import { storableText } from "./storable-text.ts";
import { readMessage } from "./read-message.ts";
import { claimClientId, noteMessageOf, type SentAs } from "./sent-messages.ts";
import { reusable } from "./reusable-query.ts";
import type { KeyedEngine } from "./engine.ts";
import type { Tables } from "./tables.ts";
import { blankText } from "#room/server/vault/stored-text.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Sealer } from "#room/server/vault/sealer.ts";
import { UnreadableRecord } from "#room/server/vault/unreadable-record.ts";
import type { Vault } from "#room/server/vault/vault.ts";

/** The recipients of a message. */
export interface Delivery {
  /** Users with a mailbox here. */
  readonly mailboxes: readonly number[];
  /** External recipients; each gets an outgoing mail of its own. */
  readonly outgoing?: readonly string[] | undefined;
  /** The sender, who is notified when delivery fails. */
  readonly senderUserId?: number | undefined;
  /** The sender's own name for it; the same name is delivered once. */
  readonly sentAs?: SentAs | undefined;
}

export interface SummaryRecord {
  readonly messageId: number;
  readonly subject: string;
  readonly sender: string;
  readonly receivedAt: number;
  readonly size: number;
  readonly hasAttachments: boolean;
}

/** Called right before the commit. Returning false cancels the delivery, and nothing is stored. */
export interface CommitGate {
  enter(): boolean;
}

/** The delivery was cancelled by its gate. */
export class DeliveryCalledOff extends Error {
  constructor() {
    super("The delivery was called off");
    this.name = "DeliveryCalledOff";
  }
}

const maybe = (text: string | undefined) => (text === undefined ? null : storableText(text));

/** Both engines limit the number of values per statement. */
const rowsAtOnce = 500;

/** Dependencies for storing a message; `seal` is requested before the transaction begins. */
export interface DeliveryParts {
  readonly db: Transaction<Tables>;
  readonly vault: Vault;
  readonly seal: Sealer;
}

/** Stores a message that is in no mailbox. */
export async function storeMessage({ db, seal }: DeliveryParts, message: NewMessage): Promise<number> {
  const subject = storableText(message.subject);
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
    })
    .returning("message_id")
    .executeTakeFirstOrThrow();
  if (seal.keyId !== 0)
    await db
      .updateTable("message")
      .set({ subject: seal.text(associatedData.subject(message_id), subject) })
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
  return message_id;
}

/** Stores a message and its mailbox entries in the caller's transaction; see Messages.deliver. */
export async function deliver(
  parts: DeliveryParts,
  message: NewMessage,
  delivery: Delivery,
): Promise<number> {
  const { db } = parts;
  const mailboxes = [...new Set(delivery.mailboxes)];
  const outgoing = delivery.outgoing ?? [];
  if (mailboxes.length === 0 && outgoing.length === 0) return 0;
  const earlier = delivery.sentAs && (await claimClientId(parts, delivery.sentAs));
  if (earlier !== undefined) return earlier;
  const messageId = await storeMessage(parts, message);
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

const summariesAtOnce = 500;

/** One message that cannot be decrypted does not hide the others; opening it reports an error, and so does the log. */
function subjectInstead(error: unknown): string {
  if (error instanceof UnreadableRecord) return "(This message cannot be read)";
  throw error;
}

/** Messages and their mailboxes. */
export function createMessageRepository({ db, vault }: Pick<KeyedEngine, "db" | "vault">) {
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
    /**
     * Stores a message once and delivers it to all recipients or none. Returns its id; 0 when there is
     * nobody to deliver it to; the first id when sentAs was delivered before. Throws DeliveryCalledOff when cancelled by the gate, and ClientIdReused.
     */
    async deliver(message: NewMessage, delivery: Delivery, gate?: CommitGate): Promise<number> {
      const seal = await vault.sealer();
      return db.transaction().execute(async (transaction) => {
        const messageId = await deliver({ db: transaction, vault, seal }, message, delivery);
        if (gate && !gate.enter()) throw new DeliveryCalledOff();
        return messageId;
      });
    },
    /** The summaries of a user's mailbox, newest first. */
    async summariesOf(userId: number): Promise<SummaryRecord[]> {
      const { rows } = await summaries(db, [userId]);
      const opened: SummaryRecord[] = [];
      for (const [index, { attachmentCount, ...row }] of rows.entries()) {
        const subject = await vault
          .text(associatedData.subject(row.messageId), row.subject)
          .catch((error: unknown) => subjectInstead(error));
        opened.push({ ...row, subject, hasAttachments: attachmentCount > 0 });
        // Lets other work run while reading a large mailbox.
        if (index % summariesAtOnce === summariesAtOnce - 1) await nextTurn();
      }
      return opened;
    },
    /** One message of that user's mailbox; its attachments are read separately. */
    async find(userId: number, messageId: number): Promise<MessageRecord | undefined> {
      const entry = await db
        .selectFrom("mailbox_entry")
        .select("message_id")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .executeTakeFirst();
      return entry && readMessage({ db, vault }, entry.message_id);
    },
  };
}

export type MessageRepository = ReturnType<typeof createMessageRepository>;
