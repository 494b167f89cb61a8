import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** Bytes of one piece of an attachment. A multiple of 3, so that each piece is base64 of its own. */
const pieceBytes = 786_432;

interface Place {
  readonly message_id: number;
  readonly position: number;
}

/** Keeps an attachment in pieces, in the transaction that stores its message. */
export async function storePieces(db: Transaction<Tables>, place: Place, content: Uint8Array): Promise<void> {
  for (let from = 0, piece = 0; from < content.byteLength; from += pieceBytes, piece += 1) {
    await db
      .insertInto("attachment_piece")
      .values({ ...place, piece, content: content.subarray(from, from + pieceBytes) })
      .execute();
    // SQLite answers at once: others have their turn between two pieces.
    await nextTurn();
  }
}

/** The pieces of an attachment one after the other: each is read when the one before has been taken. */
export async function* readPieces(
  db: Kysely<Tables>,
  { message_id, position }: Place,
  size: number,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece * pieceBytes < size; piece += 1) {
    const { content } = await db
      .selectFrom("attachment_piece")
      .select("content")
      .where("message_id", "=", message_id)
      .where("position", "=", position)
      .where("piece", "=", piece)
      .executeTakeFirstOrThrow();
    yield content;
  }
}
