import {
  type JsonPiece,
  newline,
  backslash,
  quote,
  isBlankCode,
  openBrace,
  openBracket,
  closeBrace,
  closeBracket,
  longestPiece,
} from "./json-piece.ts";

/**
 * Splits streamed JSON text into the values to import: top-level values, and the items of a top-level list. It only
 * knows strings and brackets; each piece is parsed, and may fail, on its own.
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
      // A bare word ends before the next comma, blank or bracket; an object or list ends with its bracket.
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

  /** What is left at the end of the text: a truncated value, or a bare word. */
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
