/** One JSON value cut out of a text, with the line (from 1) on which it begins. */
export interface JsonPiece {
  readonly text: string;
  readonly line: number;
  /** Its place in the list at the top, from 1. */
  readonly entry?: number;
}

const quote = 34;
const backslash = 92;
const newline = 10;
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9 || code === 13 || code === newline || code === 0xfeff;
}

/** Longest value that is kept while its end is looked for; a service refuses events beyond 8 MiB. */
const longestPiece = 16 * 1024 * 1024;

/**
 * Cuts JSON text, as it arrives, into the values that an import reads: the values at the top, and the items of a list
 * at the top. Knows strings and brackets only; each piece is parsed, and found faulty, on its own.
 */
export class JsonSplitter {
  #line = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #listDepth = 0;
  #entries = 0;
  #piece: string[] = [];
  #pieceLine = 1;
  #length = 0;
  #tooLong = false;

  /** True between the values: nothing is half read. */
  get isAtRest(): boolean {
    return this.#piece.length === 0 && this.#listDepth === 0;
  }

  push(chunk: string): JsonPiece[] {
    const pieces: JsonPiece[] = [];
    let start = this.#piece.length > 0 ? 0 : -1;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.codePointAt(index) ?? 0;
      if (code === newline) this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === backslash) this.#escaped = true;
        else if (code === quote) this.#inString = false;
        continue;
      }
      const isBetween = start === -1;
      if (isBetween) {
        if (isBlankCode(code) || code === 44) continue;
        if (this.#enterOrLeaveList(code)) continue;
        start = index;
        this.#pieceLine = this.#line;
      }
      if (code === quote) this.#inString = true;
      else if (code === openBrace || code === openBracket) this.#depth += 1;
      else if (code === closeBrace || code === closeBracket) this.#depth -= 1;
      else if (this.#depth > 0 || !(isBlankCode(code) || code === 44)) continue;
      if (this.#depth > 0 || this.#inString) continue;
      // A bare word ends before the comma, blank or bracket behind it; an object or list ends with its bracket.
      const endsList = this.#depth < 0;
      const isBracket = code === closeBrace || code === closeBracket;
      const end = isBracket && !endsList ? index + 1 : index;
      this.#keep(chunk.slice(start, end));
      pieces.push(...this.#finish());
      start = -1;
      if (endsList) {
        this.#depth = 0;
        this.#listDepth = 0;
      }
    }
    if (start !== -1) this.#keep(chunk.slice(start));
    return pieces;
  }

  /** What is left when the text ends: a value that was cut off, or a bare word. */
  end(): JsonPiece[] {
    return this.#finish();
  }

  #enterOrLeaveList(code: number): boolean {
    if (code === openBracket && this.#listDepth === 0) {
      this.#listDepth = 1;
      this.#entries = 0;
      return true;
    }
    if (code === closeBracket) {
      this.#listDepth = 0;
      return true;
    }
    return false;
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > longestPiece) {
      this.#tooLong = true;
      this.#piece = this.#piece.slice(0, 1);
    } else this.#piece.push(text);
  }

  #finish(): JsonPiece[] {
    const text = this.#tooLong ? "" : this.#piece.join("");
    const isGiven = this.#tooLong || text.trim() !== "";
    if (isGiven && this.#listDepth > 0) this.#entries += 1;
    const entry = this.#listDepth > 0 ? { entry: this.#entries } : {};
    const piece = { text, line: this.#pieceLine, ...entry };
    this.#piece = [];
    this.#length = 0;
    this.#tooLong = false;
    return isGiven ? [piece] : [];
  }
}

/** Cuts text, as it arrives, into its lines that hold something: one value per line (NDJSON). */
export class LineSplitter {
  #line = 0;
  #rest: string[] = [];

  push(chunk: string): JsonPiece[] {
    const pieces: JsonPiece[] = [];
    let start = 0;
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", start)) {
      pieces.push(...this.#finish(chunk.slice(start, end)));
      start = end + 1;
    }
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
 * True when a text begins as one value per line: its first line is a whole object, and another line follows or the
 * name says so. Then a broken line spoils no other.
 */
export function isLineByLine(beginning: string, fileName: string): boolean {
  const text = beginning.replace(/^\uFEFF/, "").trimStart();
  if (!text.startsWith("{")) return false;
  const named = /\.(ndjson|jsonl|ldjson)$/i.test(fileName);
  const newlineAt = text.indexOf("\n");
  if (newlineAt === -1) return named;
  try {
    JSON.parse(text.slice(0, newlineAt));
    return true;
  } catch {
    return named && /^\s*\{/.test(text.slice(newlineAt + 1));
  }
}
