import type { Kysely } from "kysely";
import { readPieces } from "./attachment-pieces.ts";
import { parseNames } from "./keep-users.ts";
import type { MessageRecord } from "./messages.ts";
import type { Tables } from "./tables.ts";

/** A message, whoever's it is. */
export async function readMessage(db: Kysely<Tables>, messageId: number): Promise<MessageRecord | undefined> {
  const row = await db
    .selectFrom("message")
    .innerJoin("message_body", "message_body.message_id", "message.message_id")
    .selectAll("message")
    .select(["message_body.text_body", "message_body.html_body"])
    .where("message.message_id", "=", messageId)
    .executeTakeFirst();
  if (!row) return undefined;
  const attachments = await db
    .selectFrom("message_attachment")
    .select(["position", "file_name as fileName", "content_type as contentType", "size"])
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
  return {
    messageId: row.message_id,
    sender: row.sender,
    to: parseNames(row.to_list),
    cc: parseNames(row.cc_list),
    createdTime: row.created_time ?? undefined,
    subject: row.subject,
    textBody: row.text_body ?? undefined,
    htmlBody: row.html_body ?? undefined,
    attachments: attachments.map(({ position, ...facts }) => ({
      ...facts,
      pieces: () => readPieces(db, { message_id: messageId, position }, facts.size),
    })),
    size: row.size,
    receivedAt: row.received_at,
  };
}
