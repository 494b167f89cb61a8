import { Worker } from "node:worker_threads";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The programs of threads: each is built as a file of its own, next to the server's. */
type SideProgram = "mail-reader" | "code-file-reader" | "upgrading-answerer";

/** The built program's file; undefined when running from source, where its work is done in this thread. */
export function sideProgram(name: SideProgram): string | undefined {
  // What the programs share is built into a folder beneath.
  const folders = [import.meta.dirname, join(import.meta.dirname, "..")];
  return folders.map((folder) => join(folder, `${name}.js`)).find((file) => existsSync(file));
}

/** Why a job was given up: what it was given would have held or ended the server. */
export class GivenUp extends Error {
  readonly reason: "memory" | "time" | "crash";

  constructor(reason: GivenUp["reason"], cause?: unknown) {
    super(`A job aside was given up (${reason})`, { cause });
    this.reason = reason;
  }
}

interface SideThreadOptions {
  readonly program: string;
  /** The most JavaScript memory a job may use; what the thread's libraries keep outside of it is bounded by the program. */
  readonly maxMiB: number;
  readonly maxMs: number;
}

export type SideAnswer<Result> = { readonly result: Result } | { readonly failure: Error };

/** How long an idle thread is kept: until the next letter of the same mailbox. */
const idleMs = 5000;

/**
 * A thread with limits of its own on memory and time, for reading what strangers and files contain. It does one job
 * after the other; a job that exceeds a limit ends the thread, not the server, and the next job gets a new one.
 */
export class SideThread<Job, Result> {
  readonly #options: SideThreadOptions;
  #worker: Worker | undefined;
  #current: { resolve(answer: SideAnswer<Result>): void; reject(error: Error): void } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SideThreadOptions) {
    this.#options = options;
  }

  /** `given`: memory that now belongs to the job. Rejects with GivenUp, or with the job's own error. */
  run(job: Job, given: readonly ArrayBuffer[] = []): Promise<Result> {
    const done = this.#last.then(() => this.#run(job, given));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #run(job: Job, given: readonly ArrayBuffer[]): Promise<Result> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#open());
    const timer = setTimeout(() => this.#current?.reject(new GivenUp("time")), this.#options.maxMs);
    try {
      worker.ref();
      const answer = await new Promise<SideAnswer<Result>>((resolve, reject) => {
        this.#current = { resolve, reject };
        worker.postMessage(job, given);
      });
      if ("failure" in answer) throw answer.failure;
      this.#rest(worker);
      return answer.result;
    } catch (error) {
      // It may be in the middle of something, or hold what it read.
      this.#worker = undefined;
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#current = undefined;
    }
  }

  #open(): Worker {
    const { program, maxMiB } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: maxMiB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
    const worker = new Worker(program, { resourceLimits });
    // What it posts is what `answerJobs` posts.
    worker.on("message", (answer: SideAnswer<Result>) => this.#current?.resolve(answer));
    worker.on("error", (error) =>
      this.#current?.reject(new GivenUp(isOutOfMemory(error) ? "memory" : "crash", error)),
    );
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#current?.reject(new GivenUp("crash"));
    });
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      this.#worker = undefined;
      void worker.terminate();
    }, idleMs);
    this.#idle.unref();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Bytes whose memory belongs only to them, so that a thread can be given it. A view into shared memory is copied. */
export function ownBytes(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = source;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(source);
}
