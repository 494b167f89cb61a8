// oxlint-disable-next-line import/default -- the suffix makes Vite return the URL of the built worker
import workerAddress from "./tiff.worker.ts?worker&url";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";
import type { TiffAnswer, TiffTask } from "./tiff.worker.ts";

export interface TiffPicture {
  /** Undefined if this page cannot be drawn. */
  readonly picture: ImageData | undefined;
  readonly stretch: number;
}

/** Milliseconds. A fax page takes a fraction of a second; one that takes longer was made to. */
const patience = 15_000;

/** Reads a TIFF in a worker of its own, which is terminated with it: whatever the file does, the page keeps working. */
export class TiffReader {
  readonly #worker = new Worker(trustedScriptAddress(workerAddress), { type: "module", name: "tiff" });

  #ask(task: TiffTask): Promise<TiffAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.close();
        reject(new Error("It takes too long to draw"));
      }, patience);
      this.#worker.addEventListener(
        "message",
        (event: MessageEvent<TiffAnswer>) => {
          clearTimeout(timer);
          resolve(event.data);
        },
        { once: true },
      );
      this.#worker.addEventListener(
        "error",
        () => {
          clearTimeout(timer);
          reject(new Error("The file couldn’t be read"));
        },
        { once: true },
      );
      this.#worker.postMessage(task);
    });
  }

  async open(blob: Blob): Promise<number> {
    const answer = await this.#ask({ bytes: await blob.arrayBuffer() });
    return "count" in answer ? answer.count : 0;
  }

  /** Call for one page at a time, because answers are matched to requests by order. */
  async page(number: number): Promise<TiffPicture> {
    const answer = await this.#ask({ page: number });
    return "count" in answer
      ? { picture: undefined, stretch: 1 }
      : { picture: answer.picture, stretch: answer.stretch };
  }

  close(): void {
    this.#worker.terminate();
  }
}
