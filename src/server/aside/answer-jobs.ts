import { parentPort } from "node:worker_threads";
import type { SideAnswer } from "./side-thread.ts";

/** The thread's side of SideThread: answers each job. `memory`: what of the result is handed over, not copied. */
export function answerJobs<Job, Result>(
  answer: (job: Job) => Promise<Result>,
  memory: (result: Result) => readonly Uint8Array[],
): void {
  const port = parentPort;
  // Jobs come from SideThread<Job, Result> alone, whose type says what they are.
  port?.on("message", (job: Job) => {
    void answer(job).then(
      (result) => port.postMessage({ result } satisfies SideAnswer<Result>, ownMemory(memory(result))),
      (error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        port.postMessage({ failure } satisfies SideAnswer<Result>);
      },
    );
  });
}

/** Memory that belongs only to one array can be handed over without copying. */
function ownMemory(arrays: readonly Uint8Array[]): ArrayBuffer[] {
  return [
    ...new Set(
      arrays.flatMap(({ buffer, byteLength }) =>
        buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
      ),
    ),
  ];
}
