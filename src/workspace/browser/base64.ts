/** Bytes in one call: a call takes only so many arguments. */
const pieceSize = 8192;

/** Bytes as base64, while the page waits; a large file of a letter is written by encode-message.ts, off this thread. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += pieceSize)
    text += String.fromCharCode(...bytes.subarray(start, start + pieceSize));
  return btoa(text);
}
