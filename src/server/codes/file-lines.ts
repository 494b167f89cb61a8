import { setImmediate } from "node:timers/promises";
import { CodeFileError } from "./code-file-error.ts";

/** Yields to other work of this thread: an import must not delay the answers of the server it runs in. */
export const breathe = (): Promise<void> => setImmediate();

const linesAtOnce = 4096;

/** Three times the largest official file's. */
const maxLines = 2_000_000;
/** Many times the longest official line; a line is matched against patterns. */
const maxLineLength = 16_384;

export interface FileLine {
  readonly text: string;
  readonly number: number;
  /** False for a last line without a line end. */
  readonly isEnded: boolean;
}

/**
 * Visits each line (LF or CRLF; trailing blank lines do not count), a few thousand at a time. Throws CodeFileError for
 * more lines, or a longer one, than any official file has.
 */
export async function forEachLine(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  visit: (line: FileLine) => void,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = buffer.length;
  while (end > 0 && isBlankEnd(buffer, end)) end -= buffer[end - 2] === 13 ? 2 : 1;
  let number = 0;
  for (let start = 0; start < end;) {
    const feed = buffer.indexOf(10, start);
    const isEnded = feed !== -1;
    const stop = isEnded ? feed : buffer.length;
    const textEnd = isEnded && stop > start && buffer[stop - 1] === 13 ? stop - 1 : stop;
    number += 1;
    if (number > maxLines) throw tooLarge(name, number, "more lines than any official file");
    if (textEnd - start > maxLineLength) throw tooLarge(name, number, "a longer line than any official file");
    visit({ text: buffer.toString("latin1", start, textEnd), number, isEnded });
    start = stop + 1;
    if (number % linesAtOnce === 0) {
      onProgress?.(start, buffer.length);
      // Each batch yields to other work; running them in parallel would defeat that.
      await breathe();
    }
  }
  onProgress?.(buffer.length, buffer.length);
}

/** True if the bytes end in an empty line: two consecutive line ends. */
function isBlankEnd(buffer: Buffer, end: number): boolean {
  if (buffer[end - 1] !== 10) return false;
  const before = buffer[end - 2] === 13 ? end - 3 : end - 2;
  return before < 0 || buffer[before] === 10;
}

function tooLarge(name: string, line: number, what: string): CodeFileError {
  return new CodeFileError(name, [{ line, message: `the file has ${what}` }]);
}
