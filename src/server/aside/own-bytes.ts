/** Bytes whose memory belongs only to them, so that a thread can be given it. A view into shared memory is copied. */
export function ownBytes(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = source;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(source);
}
