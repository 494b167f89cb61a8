import { ownBytes, GivenUp, SideThread, sideProgram } from "#room/server/aside/side-thread.ts";
import type { ReadSet } from "#room/server/store/code-set-record.ts";
import { CodeFileError } from "./code-file-error.ts";
import { type CodeFileRead, type ImportOptions, readHere } from "./import-options.ts";
import type { PlainFile } from "./unpack-code-file.ts";

export interface CodeFileJob extends Pick<ImportOptions, "by" | "fiscalYear" | "quarter"> {
  readonly file: PlainFile;
  readonly now: number;
}

export type CodeFileAnswer =
  | { readonly sets: ReadSet[] }
  | { readonly refused: Pick<CodeFileError, "fileName" | "faults" | "count"> };

/** Twice what the largest official file takes, in memory and, on a slow machine, in time. */
const limits = { maxMiB: 512, maxMs: 60_000 };

const whys: Readonly<Record<GivenUp["reason"], string>> = {
  memory: "takes more memory to read than any official file",
  time: "takes longer to read than any official file",
  crash: "cannot be read",
};

/**
 * Reads the files that are uploaded, one at a time, in a thread with limits of its own: whatever a file contains, nobody
 * else waits for it. Throws CodeFileError.
 */
export function codeFileReader(program = sideProgram("code-file-reader")): CodeFileRead {
  if (program === undefined) return readHere;
  const thread = new SideThread<CodeFileJob, CodeFileAnswer>({ program, ...limits });
  return async (file, { by, fiscalYear, quarter, now }) => {
    const bytes = ownBytes(file.bytes);
    const job = { file: { name: file.name, bytes }, by, fiscalYear, quarter, now: now().getTime() };
    const answer = await thread.run(job, [bytes.buffer]).catch((error: unknown) => {
      if (!(error instanceof GivenUp)) throw error;
      throw new CodeFileError(file.name, [{ line: 0, message: whys[error.reason] }]);
    });
    if ("sets" in answer) return answer.sets;
    const { fileName, faults, count } = answer.refused;
    throw new CodeFileError(fileName, faults, count);
  };
}
