import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { EncryptedStore } from "#room/workspace/storage/encrypted-store.ts";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import type { AttachmentOptions, KeptAttachment } from "./message-record.ts";

/** Files are sealed in chunks of this size (bytes), so that no step blocks the page. */
const pieceSize = 1024 * 1024;

export function pieceIds({ id, size }: Pick<KeptAttachment, "id" | "size">): string[] {
  const count = Math.max(1, Math.ceil(size / pieceSize));
  return Array.from({ length: count }, (_, index) => `attachment/${id}/${String(index)}`);
}

export async function keepAttachment(
  engine: EncryptedStore,
  file: Blob,
  { id = guidFromUuid(crypto.randomUUID()), fileName, contentType, onProgress, signal }: AttachmentOptions,
): Promise<KeptAttachment> {
  const kept = { id, fileName, contentType, size: file.size };
  const ids = pieceIds(kept);
  const done: string[] = [];
  try {
    for (const [index, id] of ids.entries()) {
      signal?.throwIfAborted();
      const piece = await file.slice(index * pieceSize, (index + 1) * pieceSize).arrayBuffer();
      await engine.writeBodies([await engine.sealBytes(id, new Uint8Array(piece))]);
      done.push(id);
      onProgress?.((index + 1) / ids.length);
    }
  } catch (error) {
    // A partial file is useless and takes up the space that is missing.
    const writes = await Promise.all(done.map((id) => engine.removal("blobs", id)));
    await engine.writeBodies(writes).catch(() => undefined);
    throw error;
  }
  return kept;
}

export async function readAttachment(engine: EncryptedStore, kept: KeptAttachment): Promise<Blob> {
  const pieces: Blob[] = [];
  for (const id of pieceIds(kept)) {
    const bytes = await engine.readBytes(id);
    if (!bytes)
      throw new StorageFailure("damaged", { detail: `The attachment ${kept.fileName} is not whole` });
    pieces.push(new Blob([bytes]));
  }
  return new Blob(pieces, { type: kept.contentType });
}
