import { FileFaults } from "./code-file-error.ts";
import type { CodeLine, ReadProgress } from "./code-line.ts";
import { type FileLine, forEachLine } from "./file-lines.ts";

export interface CodeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The error in a line, or undefined. */
  faultOf(line: FileLine): string | undefined;
  /** Parses a valid line. */
  lineOf(text: string): CodeLine;
}

/** Reads a file with one code per line. Throws CodeFileError with every faulty line, including duplicate codes. */
export async function readCodeLines(
  { name, bytes, faultOf, lineOf }: CodeFile,
  onProgress?: ReadProgress,
): Promise<CodeLine[]> {
  const faults = new FileFaults();
  const firstLines = new Map<string, number>();
  const lines: CodeLine[] = [];
  const take = (line: FileLine) => {
    const fault = faultOf(line);
    if (fault !== undefined) {
      faults.add(line.number, fault);
      return;
    }
    const read = lineOf(line.text);
    const seen = firstLines.get(read.code);
    if (seen !== undefined) {
      faults.add(line.number, `code ${read.code} is already on line ${seen}`);
      return;
    }
    firstLines.set(read.code, line.number);
    lines.push(read);
  };
  await forEachLine({ name, bytes }, take, onProgress);
  if (lines.length === 0 && faults.isNone) faults.add(0, "the file has no lines");
  faults.settle(name);
  return lines;
}
