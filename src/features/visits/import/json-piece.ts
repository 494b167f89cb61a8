/** One JSON value cut out of a text, with the line (from 1) where it starts. */
export interface JsonPiece {
  readonly text: string;
  readonly line: number;
  /** Its position in the top-level list, from 1. */
  readonly entry?: number;
}

/** A piece, and where in the text it ends. */
type CutPiece = JsonPiece & { readonly end: number };

/** The longest value that is parsed; a service refuses events over 8 MiB. */
const longestPiece = 16 * 1024 * 1024;

const isBetween = /[\s\uFEFF,]/;

/**
 * Whether text is one value per line: its first line is a complete object, and another line follows or the file name
 * says so. Then an invalid line does not affect others.
 */
function isLineByLine(beginning: string, fileName: string): boolean {
  if (!beginning.startsWith("{")) return false;
  const named = /\.(ndjson|jsonl|ldjson)$/i.test(fileName);
  const newlineAt = beginning.search(/[\r\n]/);
  if (newlineAt === -1) return named;
  try {
    JSON.parse(beginning.slice(0, newlineAt));
    return true;
  } catch {
    return named && /^\s*\{/.test(beginning.slice(newlineAt + 1));
  }
}

function* linesOf(text: string): Generator<CutPiece> {
  let line = 1;
  for (const { 0: part, index } of text.matchAll(/\r\n?|\n|[^\r\n]+/g)) {
    const piece = part.trim();
    if (/^[\r\n]/.test(part)) line += 1;
    else if (piece !== "") yield { text: piece, line, end: index + part.length };
  }
}

/** Where the value ends that starts there: after its last bracket, or before what follows a bare word. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isInString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && isBetween.test(sign)) return at;
  }
  return text.length;
}

/** Top-level values, and the items of a top-level list. Only strings and brackets count: each is parsed on its own. */
function* valuesOf(text: string): Generator<CutPiece> {
  let line = 1;
  let entry: number | undefined;
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    const startsList = sign === "[" && entry === undefined;
    if (startsList) entry = 0;
    else if (sign === "]" || sign === "}") entry = undefined;
    if (sign === "\n") line += 1;
    if (startsList || sign === "]" || sign === "}" || isBetween.test(sign)) {
      at += 1;
      continue;
    }
    const end = endOfValue(text, at);
    const piece = text.slice(at, end);
    if (entry !== undefined) entry += 1;
    yield {
      text: piece.length > longestPiece ? "" : piece,
      line,
      end,
      ...(entry !== undefined && { entry }),
    };
    line += piece.split("\n").length - 1;
    at = end;
  }
}

/** The values to import of a file: one event, a request body, lists, or one per line. */
export function piecesOf(text: string, fileName: string): Generator<CutPiece> {
  return isLineByLine(text.slice(0, 4096).trimStart(), fileName) ? linesOf(text) : valuesOf(text);
}
