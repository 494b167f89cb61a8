// The thread of `read-code-file-aside.ts`.
import { answerJobs } from "#room/server/aside/answer-jobs.ts";
import { CodeFileError } from "./code-file-error.ts";
import type { CodeFileAnswer, CodeFileJob } from "./read-code-file-aside.ts";
import { readCodeFile } from "./read-code-file.ts";

async function read({ file, now, ...options }: CodeFileJob): Promise<CodeFileAnswer> {
  try {
    return { sets: await readCodeFile(file, { ...options, now: () => new Date(now) }) };
  } catch (error) {
    if (!(error instanceof CodeFileError)) throw error;
    const { fileName, faults, count } = error;
    return { refused: { fileName, faults, count } };
  }
}

answerJobs(read, (answer) => ("sets" in answer ? answer.sets.map(({ content }) => content) : []));
