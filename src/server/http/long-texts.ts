import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { base64Size } from "#room/contract/primitives/base64.ts";
import { Refusal } from "./refusal.ts";

/** Shorter texts are left to JSON.parse. */
export const longFrom = 64 * 1024;
/** A multiple of 4, so that each chunk of base64 is whole bytes. Takes a millisecond or two. */
const pieceBytes = 256 * 1024;
const maxTexts = 600_000;

const [quote, backslash] = [0x22, 0x5c];

/** The base64 texts of a request. A long one is replaced by a placeholder in the request and decoded on demand. */
export class SentBase64 {
  readonly #texts = new Map<string, Buffer>();
  readonly #decoded = new Map<string, Promise<Uint8Array>>();

  /** Stores a text under its placeholder, which is base64 itself and unguessable. */
  keep(mark: string, text: Buffer): void {
    this.#texts.set(mark, text);
  }

  /** The decoded size of a text in bytes. */
  size(base64: string): number {
    const text = this.#texts.get(base64);
    if (!text) return base64Size(base64);
    const padding = text[text.length - 2] === 0x3d ? 2 : text[text.length - 1] === 0x3d ? 1 : 0;
    return (text.length / 4) * 3 - padding;
  }

  /** The decoded bytes of a text; of a long one, a part of the body. Lets other work run in between. */
  async bytes(base64: string): Promise<Uint8Array> {
    const text = this.#texts.get(base64);
    if (!text) return Buffer.from(base64, "base64");
    const decoded = this.#decoded.get(base64) ?? decodeInPlace(text, this.size(base64));
    this.#decoded.set(base64, decoded);
    return decoded;
  }
}

/** Decodes a text where it stands, since a body may be 64 MB: what is decoded is never ahead of what is read. */
async function decodeInPlace(text: Buffer, size: number): Promise<Uint8Array> {
  for (let from = 0; from < text.length; from += pieceBytes) {
    text.write(text.toString("latin1", from, from + pieceBytes), (from / 4) * 3, "base64");
    await nextTurn();
  }
  return text.subarray(0, size);
}

interface Cut {
  readonly open: number;
  readonly close: number;
  readonly mark: string;
}

export function tooMany(message: string): Refusal {
  return new Refusal(413, "RequestTooLarge", message);
}

/** Finds the long texts of a JSON text by their quotes. */
export async function cutsOf(bytes: Buffer): Promise<Cut[]> {
  const cuts: Cut[] = [];
  const secret = randomBytes(16).toString("hex");
  let texts = 0;
  let quotes = 0;
  for (let open = bytes.indexOf(quote); open >= 0;) {
    let close = open;
    let slashes: number;
    do {
      close = bytes.indexOf(quote, close + 1);
      if (close < 0) return cuts;
      quotes += 1;
      if (quotes % 10_000 === 0) await nextTurn();
      slashes = close - 1;
      while (bytes[slashes] === backslash) {
        slashes -= 1;
        if ((close - slashes) % pieceBytes === 0) await nextTurn();
      }
    } while ((close - slashes) % 2 === 0);
    const mark = secret + cuts.length.toString(16).padStart(8, "0");
    if (close - open > longFrom) cuts.push({ open, close, mark });
    texts += 1;
    if (texts > maxTexts) throw tooMany("The body holds too many values.");
    open = bytes.indexOf(quote, close + 1);
  }
  return cuts;
}

/** The member name of a text, if it is one that may be long. */
export function longMemberOf(bytes: Buffer, { open }: Cut): string | undefined {
  const before = bytes.toString("latin1", Math.max(0, open - 40), open);
  return /"(base64|textBody|htmlBody)"\s*:\s*$/.exec(before)?.[1];
}

/** Whether a text is base64 as in attachments and code files. */
export async function isBase64(bytes: Buffer, { open, close }: Cut): Promise<boolean> {
  if ((close - open - 1) % 4 !== 0) return false;
  for (let from = open + 1; from < close; from += pieceBytes) {
    const end = Math.min(close, from + pieceBytes);
    const form = end === close ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/;
    if (!form.test(bytes.toString("latin1", from, end))) return false;
    await nextTurn();
  }
  return true;
}

/** The last position up to `at` that is not inside a character or an escape; `from` is such a position. */
function borderBefore(bytes: Buffer, at: number, from: number): number {
  let border = at;
  while (((bytes[border] ?? 0) & 0xc0) === 0x80) border -= 1;
  const slash = bytes.lastIndexOf(backslash, border - 1);
  // The longest escape is \uXXXX.
  if (slash < border - 6) return border;
  let first = slash;
  while (first > from && bytes[first - 1] === backslash) first -= 1;
  return (slash - first) % 2 === 1 ? border : slash;
}

/** A text as JSON.parse reads it, chunk by chunk; undefined when invalid. */
export async function textOf(bytes: Buffer, { open, close }: Cut): Promise<string | undefined> {
  if (!isUtf8(bytes.subarray(open + 1, close))) return undefined;
  let text = "";
  for (let from = open + 1; from < close;) {
    const end = close - from > pieceBytes ? borderBefore(bytes, from + pieceBytes, from) : close;
    try {
      text += JSON.parse(`"${bytes.toString("utf8", from, end)}"`);
    } catch {
      return undefined;
    }
    from = end;
    await nextTurn();
  }
  return text;
}

/** Replaces placeholders with their texts. */
export function putBack(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return texts.get(value) ?? value;
  if (typeof value !== "object" || value === null) return value;
  for (const name of Object.keys(value)) {
    const before: unknown = Reflect.get(value, name);
    const after = putBack(before, texts);
    if (after !== before) Object.defineProperty(value, name, { value: after });
  }
  return value;
}
