import { randomBytes } from "node:crypto";

export interface LaterText {
  /** In characters, all base64, so also in bytes. */
  readonly length: number;
  read(): AsyncIterable<string>;
}

/**
 * Texts of an answer that are read while it is sent. Placeholders stand in for them; they are unguessable, so that
 * nobody can write one into a message.
 */
export class LaterTexts {
  readonly #texts = new Map<string, LaterText>();

  add(text: LaterText): string {
    // Base64 characters too, so that the answer's schema accepts it.
    const mark = randomBytes(24).toString("hex");
    this.#texts.set(mark, text);
    return mark;
  }

  /** The answer's length in bytes, and its parts in order: finished text, and what is still to be read. */
  fill(json: string): { length: number; parts: AsyncGenerator<Buffer | string> } {
    const marks = new RegExp(`(${[...this.#texts.keys()].join("|")})`);
    const parts = json.split(marks).map((part) => this.#texts.get(part) ?? Buffer.from(part));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return { length, parts: written(parts) };
  }
}

async function* written(parts: readonly (LaterText | Buffer)[]): AsyncGenerator<Buffer | string> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* part.read();
  }
}
