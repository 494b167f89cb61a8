import type { PlainFile } from "./unpack-code-file.ts";
import type { ReadSet } from "#room/server/store/code-set-record.ts";

export interface ImportOptions {
  readonly by: string;
  readonly now: () => Date;
  readonly fiscalYear?: number | undefined;
  /** "2026 Q4", for quarterly files whose name does not contain it. */
  readonly quarter?: string | undefined;
  /** Reports what would change, without changing anything. */
  readonly isDryRun?: boolean | undefined;
  /** A person has confirmed files that seem incomplete. */
  readonly mayBeCut?: boolean | undefined;
  /** A person has accepted the notice of files that have one. */
  readonly acceptsNotice?: boolean | undefined;
  /** In a trial: what is read is kept under it. Otherwise: what was kept under it is imported too. */
  readonly uploadId?: string | undefined;
  /** Instead of reading each file in this thread. */
  readonly read?: CodeFileRead | undefined;
  readonly onProgress?: ((step: ImportStep) => void) | undefined;
}

export type CodeFileRead = (file: PlainFile, options: ImportOptions) => Promise<ReadSet[]>;

/** The readers are loaded with the first file, since files come four times a year. */
export const readHere: CodeFileRead = async (file, options) => {
  const { readCodeFile } = await import("./read-code-file.ts");
  return readCodeFile(file, options);
};

export interface ImportStep {
  readonly file: string;
  readonly what: "reading" | "building" | "storing";
  /** 0 to 1. */
  readonly done: number;
}
