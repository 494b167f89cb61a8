const separators = new Set([",", ";", "\n", "\r", "\t"]);

export interface Piece {
  text: string;
  end: string;
}

/** Longer text is not an address and would slow the patterns. */
export const longestPiece = 1000;

/**
 * Splits at separators outside quotes, angle brackets and comments. An unclosed one is treated as a plain character, so
 * that it does not swallow the rest.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let current = "";
  let quoted = false;
  let depth = 0;
  let angle = false;
  const lastOf = { ")": text.lastIndexOf(")"), ">": text.lastIndexOf(">"), '"': text.lastIndexOf('"') };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (quoted && char === "\\") {
      current += char + (text[at + 1] ?? "");
      at += 1;
      continue;
    }
    if (char === '"' && !angle) quoted = !quoted && lastOf['"'] > at;
    else if (!quoted && char === "(" && lastOf[")"] > at) depth += 1;
    else if (!quoted && char === ")" && depth > 0) depth -= 1;
    else if (!quoted && char === "<") angle = lastOf[">"] > at;
    else if (!quoted && char === ">") angle = false;
    if (separators.has(char) && !quoted && depth === 0 && !angle) {
      pieces.push({ text: current, end: char });
      current = "";
    } else current += char;
  }
  pieces.push({ text: current, end: "" });
  return pieces.filter((piece) => piece.text.trim() !== "");
}

/** `Team: a@b.c, d@e.f;` names a group; the label is dropped, its members stay. */
export function withoutGroupLabel(text: string): string {
  const match = /^\s*(?:"(?:[^"\\]|\\.)*"|[^"<>@:]{0,80}):(?!\/\/)\s*/.exec(text);
  return match ? text.slice(match[0].length) : text;
}
