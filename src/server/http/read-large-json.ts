import {
  SentBase64,
  cutsOf,
  longMemberOf,
  tooMany,
  longFrom,
  isBase64,
  textOf,
  putBack,
} from "./long-texts.ts";

/** What a large body may be. */
export interface LargeRule {
  /** How large it may be without its long texts. */
  readonly mostRest: number;
  /** A message's are its attachments and its own text: no address or name is so long. A charge is kept whatever it holds. */
  readonly longTexts: "of-message" | "anywhere";
}

/**
 * Reads a large JSON text while others have their turn: its long texts are taken out, and what is left is parsed at
 * once, which must not take long. Base64 stays out, the others are put back.
 *
 * Its figure (an attachment of 15 MiB): read at once, it holds everybody else up for 100 to 200 ms; so, for 9 to 18.
 */
export async function readLargeJson(
  bytes: Buffer,
  { mostRest, longTexts }: LargeRule,
  parse: (rest: Buffer, placeOf: (position: number) => number) => unknown,
): Promise<{ value: unknown; sent: SentBase64 }> {
  const sent = new SentBase64();
  const texts = new Map<string, string>();
  const parts: Buffer[] = [];
  const removed: { at: number; length: number }[] = [];
  let from = 0;
  let length = 0;
  for (const cut of await cutsOf(bytes)) {
    const { open, close, mark } = cut;
    const member = longMemberOf(bytes, cut);
    if (longTexts === "of-message" && member === undefined)
      throw tooMany(
        `The text at position ${open} is longer than ${longFrom} characters, which only base64, textBody and htmlBody may be.`,
      );
    if (member === "base64" && (await isBase64(bytes, cut))) sent.keep(mark, bytes.subarray(open + 1, close));
    else {
      const text = await textOf(bytes, cut);
      // Left in place, so that it is refused with what is wrong with it.
      if (text === undefined) continue;
      texts.set(mark, text);
    }
    parts.push(bytes.subarray(from, open + 1), Buffer.from(mark));
    length += open + 1 - from + mark.length;
    removed.push({ at: length, length: close - open - 1 - mark.length });
    from = close;
  }
  parts.push(bytes.subarray(from));
  if (length + bytes.length - from > mostRest)
    throw tooMany("The body is too large without its attachments and long texts.");
  const placeOf = (position: number) =>
    removed.reduce((place, cut) => (position >= cut.at ? place + cut.length : place), position);
  const value = parse(Buffer.concat(parts), placeOf);
  return { value: texts.size === 0 ? value : putBack(value, texts), sent };
}
