import { decodeBase64 } from "#room/workspace/browser/base64.ts";
import { breathe } from "#room/workspace/storage/encrypted-store.ts";

/** Characters decoded in one step, in a few milliseconds: a multiple of 4, so that the pieces join. */
const pieceSize = 2 ** 20;

/** The bytes of a received file: of a large one piece by piece, so that the page stays alive. */
export async function base64ToBlob(base64: string, type: string): Promise<Blob> {
  const text = base64.replaceAll(/\s+/g, "");
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < text.length; at += pieceSize) {
    if (at > 0) await breathe();
    const piece = decodeBase64(text.slice(at, at + pieceSize));
    pieces.push(piece);
    // Nothing is read after what is no base64.
    if (piece.length < (pieceSize / 4) * 3) break;
  }
  return new Blob(pieces, { type });
}
