export interface FileFault {
  /** From 1; 0: the whole file. */
  readonly line: number;
  readonly message: string;
}

const maxListed = 20;

export class FileFaults {
  readonly #listed: FileFault[] = [];
  readonly #firstLines = new Map<string, number>();
  #count = 0;

  /** The fault of a code that stands on an earlier line, too. */
  faultOfTwice(code: string, line: number): string | undefined {
    const first = this.#firstLines.get(code);
    if (first === undefined) this.#firstLines.set(code, line);
    return first === undefined ? undefined : `code ${code} is already on line ${first}`;
  }

  add(line: number, message: string): void {
    this.#count += 1;
    if (this.#listed.length < maxListed) this.#listed.push({ line, message });
  }

  /** Throws if there was an error, or not one line was read. */
  settle(fileName: string, linesRead = 1): void {
    if (this.#count === 0 && linesRead === 0) this.add(0, "the file has no lines");
    if (this.#count > 0) throw new CodeFileError(fileName, this.#listed, this.#count);
  }
}

/** The whole file is refused: nothing of it was stored. */
export class CodeFileError extends Error {
  readonly fileName: string;
  readonly faults: readonly FileFault[];
  readonly count: number;
  /** What it says of each. */
  readonly lines: readonly string[];

  constructor(fileName: string, faults: readonly FileFault[], count = faults.length) {
    const lines = faults.map(({ line, message }) => (line > 0 ? `line ${line}: ${message}` : message));
    if (count > faults.length) lines.push(`and ${count - faults.length} more`);
    super(`${fileName} is refused, nothing of it was stored: ${lines.join("; ")}`);
    this.name = "CodeFileError";
    this.fileName = fileName;
    this.faults = faults;
    this.count = count;
    this.lines = lines;
  }
}

/** Some of the files have errors, listed for each: nothing of any file was stored. */
export class CodeFilesRefused extends Error {
  readonly files: readonly CodeFileError[];

  constructor(files: readonly CodeFileError[]) {
    super(files.map(({ message }) => message).join("\n"));
    this.name = "CodeFilesRefused";
    this.files = files;
  }
}
