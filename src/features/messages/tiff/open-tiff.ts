// oxlint-disable-next-line import/default -- the suffix makes Vite return the URL of the built worker
import workerAddress from "./tiff.worker.ts?worker&url";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";
import type { TiffAnswer, TiffTask } from "./tiff.worker.ts";

interface TiffPicture {
  /** Undefined if this page cannot be drawn. */
  readonly picture: ImageData | undefined;
  readonly stretch: number;
}

export const notDrawn: TiffPicture = { picture: undefined, stretch: 1 };

/** Milliseconds. A fax page takes a fraction of a second; one that takes longer was made to. */
const patience = 15_000;

/** Reads a TIFF in a worker of its own, which is terminated with it: whatever the file does, the page keeps working. */
export class TiffReader {
  readonly #blob: Blob;
  /** Undefined: not started, or given up with a page that took too long. */
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #wanted: number | undefined;
  #isClosed = false;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  /** One at a time, because answers are matched to requests by order. */
  #ask(worker: Worker, task: TiffTask): Promise<TiffAnswer> {
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const { signal } = listening;
      const fail = (why: string) => {
        listening.abort();
        clearTimeout(timer);
        worker.terminate();
        this.#worker = undefined;
        reject(new Error(why));
      };
      const timer = setTimeout(() => fail("It takes too long to draw"), patience);
      const take = (event: MessageEvent<TiffAnswer>) => {
        listening.abort();
        clearTimeout(timer);
        resolve(event.data);
      };
      worker.addEventListener("message", take, { signal });
      worker.addEventListener("error", () => fail("The file couldn’t be read"), { signal });
      worker.postMessage(task);
    });
  }

  /** The number of its pages. */
  async open(): Promise<number> {
    const bytes = await this.#blob.arrayBuffer();
    if (this.#isClosed) return 0;
    const worker = new Worker(trustedScriptAddress(workerAddress), { type: "module", name: "tiff" });
    this.#worker = worker;
    const answer = await this.#ask(worker, { bytes });
    return "count" in answer ? answer.count : 0;
  }

  /** After the page that is being drawn; a page that nobody waits for any more by then is not drawn. */
  page(number: number): Promise<TiffPicture> {
    this.#wanted = number;
    const drawn = this.#last.then(() => (this.#wanted === number ? this.#draw(number) : notDrawn));
    this.#last = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(number: number): Promise<TiffPicture> {
    if (!this.#worker) await this.open();
    const answer = this.#worker && (await this.#ask(this.#worker, { page: number }));
    return answer && "page" in answer ? { picture: answer.picture, stretch: answer.stretch } : notDrawn;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
