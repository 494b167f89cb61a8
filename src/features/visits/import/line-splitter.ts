import type { JsonPiece } from "./json-piece.ts";

/** Splits streamed text into its non-blank lines: one value per line (NDJSON). */
export class LineSplitter {
  #line = 0;
  #rest: string[] = [];
  /** The line feed after a return is part of the same line end, also in the next chunk. */
  #endsInReturn = false;

  push(chunk: string): JsonPiece[] {
    const pieces: JsonPiece[] = [];
    let start = 0;
    for (const { 0: end, index } of chunk.matchAll(/\r\n?|\n/g)) {
      if (index > 0 || end !== "\n" || !this.#endsInReturn)
        pieces.push(...this.#finish(chunk.slice(start, index)));
      start = index + end.length;
    }
    if (chunk !== "") this.#endsInReturn = chunk.endsWith("\r");
    if (start < chunk.length) this.#rest.push(chunk.slice(start));
    return pieces;
  }

  end(): JsonPiece[] {
    return this.#finish("");
  }

  #finish(tail: string): JsonPiece[] {
    this.#line += 1;
    const text = [...this.#rest, tail]
      .join("")
      .replace(/^\uFEFF/, "")
      .trim();
    this.#rest = [];
    return text === "" ? [] : [{ text, line: this.#line }];
  }
}

/**
 * Whether text is one value per line: its first line is a complete object, and another line follows or the file name
 * says so. Then an invalid line does not affect others.
 */
export function isLineByLine(beginning: string, fileName: string): boolean {
  const text = beginning.replace(/^\uFEFF/, "").trimStart();
  if (!text.startsWith("{")) return false;
  const named = /\.(ndjson|jsonl|ldjson)$/i.test(fileName);
  const newlineAt = text.search(/[\r\n]/);
  if (newlineAt === -1) return named;
  try {
    JSON.parse(text.slice(0, newlineAt));
    return true;
  } catch {
    return named && /^\s*\{/.test(text.slice(newlineAt + 1));
  }
}
