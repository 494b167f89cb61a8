/** Bytes. What a busy page finds waiting is seldom more. */
const size = 256 * 1024;

/**
 * Gives a body piece by piece. Where the browser can, it is written into one buffer over and over, which takes half
 * the time of a new one for each piece: so a piece is the taker's only until it returns.
 */
export async function readPieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const reader = readerIntoBuffer(body);
  if (!reader) {
    const pieces = body.getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) take(piece.value);
    return;
  }
  // The buffer changes hands with every call.
  let piece = await reader.read(new Uint8Array(size));
  while (!piece.done) {
    take(piece.value);
    piece = await reader.read(new Uint8Array(piece.value.buffer));
  }
}

/** Not every browser's bodies are streams of bytes; those that are not refuse by a TypeError. */
function readerIntoBuffer(body: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
