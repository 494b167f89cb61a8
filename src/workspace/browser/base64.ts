const signs = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const values = new Uint8Array(128).fill(255);
for (const [value, sign] of signs.entries()) values[sign] = value;

export function encodeBase64(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = typeof reader.result === "string" ? reader.result : "";
      resolve(address.slice(address.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The file cannot be read")));
    reader.readAsDataURL(bytes);
  });
}

/** Bytes of a file encoded in one step: a multiple of 3, so that the chunks join. */
const pieceSize = 3 * 256 * 1024;

/** A large file's base64, chunk by chunk: as one text it would block the page. */
export async function base64Parts(file: Blob): Promise<BlobPart[]> {
  const parts: BlobPart[] = [];
  for (let start = 0; start < file.size; start += pieceSize)
    parts.push(new Blob([await encodeBase64(file.slice(start, start + pieceSize))]));
  return parts;
}

/** Decodes base64. Line breaks are ignored; any other invalid character ends decoding. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.floor((text.length * 3) / 4) + 3);
  let to = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 32) continue;
    const value = code < 128 ? (values[code] ?? 255) : 255;
    if (value === 255) break;
    held = ((held << 6) | value) & 0xff_ff_ff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[to] = (held >> bits) & 255;
      to += 1;
    }
  }
  return out.subarray(0, to).slice();
}
