import { wrongTextKind } from "./file-kind.ts";
import type { FileKind } from "./file-kind.ts";
import type { JsonPiece } from "./json-piece.ts";
import { JsonSplitter } from "./split-json.ts";
import { LineSplitter, isLineByLine } from "./line-splitter.ts";

export const headBytes = 4096;
const chunkBytes = 65_536;

export async function* textOf(
  blob: Blob,
  kind: FileKind & { kind: "text" },
): AsyncGenerator<[string, number]> {
  const decoder = new TextDecoder(kind.encoding, { fatal: true });
  const reader = blob.slice(kind.skip).stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // In-memory files yield chunks of many megabytes: split, so that none takes long.
      for (let at = 0; at < value.length; at += chunkBytes) {
        const part = value.subarray(at, at + chunkBytes);
        yield [decoder.decode(part, { stream: true }), part.length];
      }
    }
    yield [decoder.decode(), 0];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The JSON pieces of one file; yields a refusal for what is not JSON at all. */
export class FileReading {
  readonly #name: string;
  #splitter: JsonSplitter | LineSplitter | undefined;
  #held = "";
  #wrong: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Why the file cannot be read, once known. */
  get wrong(): string | undefined {
    return this.#wrong;
  }

  push(text: string): readonly JsonPiece[] {
    this.#held += text;
    if (!this.#splitter) {
      if (this.#held.length < headBytes) return [];
      this.#begin();
    }
    return this.#cut();
  }

  end(): readonly JsonPiece[] {
    if (!this.#splitter && this.#held.trim() !== "") this.#begin();
    return [...this.#cut(), ...(this.#splitter?.end() ?? [])];
  }

  #begin(): void {
    this.#wrong = wrongTextKind(this.#held);
    if (this.#wrong !== undefined) return;
    this.#splitter = isLineByLine(this.#held, this.#name) ? new LineSplitter() : new JsonSplitter();
  }

  #cut(): readonly JsonPiece[] {
    const text = this.#held;
    if (!this.#splitter || text === "") return [];
    this.#held = "";
    return this.#splitter.push(text);
  }
}
