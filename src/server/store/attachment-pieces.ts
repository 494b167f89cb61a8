import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Sealer } from "#room/server/vault/sealer.ts";
import type { Vault } from "#room/server/vault/vault.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import type { Tables } from "./tables.ts";

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
export async function* readPieces(
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
