/** Stored pieces as base64, one after the other. */
export async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces)
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("base64");
}
