// oxlint-disable-next-line import/default -- the suffix makes Vite return the URL of the built worker
import workerAddress from "./base64.worker.ts?worker&url";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";
import type { DecodeOutcome, DecodeTask } from "./base64.worker.ts";
import { decodeBase64 } from "#room/workspace/browser/base64.ts";

interface Waiting {
  resolve(blob: Blob): void;
  reject(error: Error): void;
}

/** Below this size, decoding takes less time than handing the text to the worker. */
const smallText = 100_000;

let worker: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, Waiting>();

function ourWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(trustedScriptAddress(workerAddress), { type: "module", name: "base64" });
  worker.addEventListener("message", ({ data }: MessageEvent<DecodeOutcome>) => {
    waiting.get(data.id)?.resolve(data.blob);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    for (const task of waiting.values()) task.reject(new Error("The attachment couldn’t be read"));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

function decodeOffThread(text: string): Promise<Blob> {
  const task: DecodeTask = { id: nextId, text };
  nextId += 1;
  return new Promise((resolve, reject) => {
    waiting.set(task.id, { resolve, reject });
    ourWorker().postMessage(task);
  });
}

/** The bytes of a received attachment. Small ones are decoded immediately, others off the main thread. */
export async function base64ToBlob(text: string, type: string): Promise<Blob> {
  if (text.length < smallText) return new Blob([decodeBase64(text)], { type });
  const blob = await decodeOffThread(text);
  return blob.slice(0, blob.size, type);
}
