// oxlint-disable-next-line import/default -- the suffix makes Vite answer with the address of the built worker
import workerAddress from "./tiff.worker.ts?worker&url";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";
import type { TiffAnswer, TiffTask } from "./tiff.worker.ts";

export interface TiffPicture {
  /** Undefined when this page cannot be drawn. */
  readonly picture: ImageData | undefined;
  readonly stretch: number;
}

/** A page of a fax takes a fraction of a second; what takes longer than this was made to. Milliseconds. */
const patience = 15_000;

/** Reads a TIFF in a worker of its own, which is ended with it: whatever the file does to it, the page goes on. */
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
          reject(new Error("The file couldn't be read"));
        },
        { once: true },
      );
      this.#worker.postMessage(task);
    });
  }

  /** How many pages it has. */
  async open(blob: Blob): Promise<number> {
    const answer = await this.#ask({ bytes: await blob.arrayBuffer() });
    return "count" in answer ? answer.count : 0;
  }

  /** One page at a time: the answers come in no other order than the questions. */
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
