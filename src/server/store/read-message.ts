import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Tables } from "./tables.ts";
import type { MessageRecord } from "./message-record.ts";
import { parseNames } from "./user-repository.ts";

/** Bytes per chunk of an attachment. A multiple of 3, so that each chunk's base64 stands alone. */
const pieceBytes = 786_432;

interface Place {
  readonly message_id: number;
  readonly position: number;
}

export async function storePieces(
  { db, seal }: { db: Transaction<Tables>; seal: Sealer },
  place: Place,
  content: Uint8Array,
): Promise<void> {
  for (let from = 0, piece = 0; from < content.byteLength; from += pieceBytes, piece += 1) {
    await db
      .insertInto("attachment_piece")
      .values({
        ...place,
        piece,
        content: seal.bytes(
          associatedData.piece({ ...place, piece }),
          content.subarray(from, from + pieceBytes),
        ),
        key_id: seal.keyId,
      })
      .execute();
    // SQLite runs synchronously: lets other work run between two chunks.
    await nextTurn();
  }
}

/** The chunks of an attachment in order; each is read once the previous one was consumed. */
async function* readPieces(
  { db, vault }: { db: Kysely<Tables>; vault: Vault },
  { message_id, position }: Place,
  size: number,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece * pieceBytes < size; piece += 1) {
    const { content, key_id } = await db
      .selectFrom("attachment_piece")
      .select(["content", "key_id"])
      .where("message_id", "=", message_id)
      .where("position", "=", position)
      .where("piece", "=", piece)
      .executeTakeFirstOrThrow();
    yield await vault.bytes(associatedData.piece({ message_id, position, piece }), content, key_id);
  }
}

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
