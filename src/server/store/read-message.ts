import type { Kysely } from "kysely";
import type { MessageRecord } from "./message-record.ts";
import { readPieces } from "./attachment-pieces.ts";
import { parseNames } from "./user-repository.ts";
import type { Tables } from "./tables.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Vault } from "#room/server/vault/vault.ts";

export async function readMessage(
  engine: { readonly db: Kysely<Tables>; readonly vault: Vault },
  messageId: number,
): Promise<MessageRecord | undefined> {
  const { db, vault } = engine;
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
    .select(["position", "file_name", "content_type", "size"])
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
  return {
    messageId: row.message_id,
    sender: row.sender,
    to: parseNames(row.to_list),
    cc: parseNames(row.cc_list),
    createdTime: row.created_time ?? undefined,
    subject: await vault.text(associatedData.subject(messageId), row.subject),
    textBody: (await vault.text(associatedData.textBody(messageId), row.text_body)) ?? undefined,
    htmlBody: (await vault.text(associatedData.htmlBody(messageId), row.html_body)) ?? undefined,
    attachments: await Promise.all(
      attachments.map(async ({ position, file_name, content_type: contentType, size }) => {
        const place = { message_id: messageId, position };
        const fileName = await vault.text(associatedData.fileName(place), file_name);
        return { fileName, contentType, size, pieces: () => readPieces(engine, place, size) };
      }),
    ),
    references: row.mail_references?.split(" ") ?? [],
    size: row.size,
    receivedAt: row.received_at,
  };
}
