// oxlint-disable-next-line import/default -- the suffix makes Vite answer with the address of the built worker
import workerAddress from "./base64.worker.ts?worker&url";
import type { Base64News, Base64Task } from "./base64.worker.ts";
import { decodeBase64 } from "./base64-bytes.ts";
import { trustedScriptAddress } from "#room/features/messages/trusted-types.ts";

interface Waiting {
  onProgress: ((share: number) => void) | undefined;
  resolve(blob: Blob): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, Waiting>();

function hear(news: Base64News): void {
  const task = waiting.get(news.id);
  if (!task) return;
  if ("progress" in news) return task.onProgress?.(news.progress);
  waiting.delete(news.id);
  if ("blob" in news) task.resolve(news.blob);
  else task.reject(new Error(news.fault));
}

function ourWorker(): Worker {
  if (worker) return worker;
  worker = new Worker(trustedScriptAddress(workerAddress), { type: "module", name: "base64" });
  worker.addEventListener("message", (event: MessageEvent<Base64News>) => hear(event.data));
  worker.addEventListener("error", () => {
    for (const task of waiting.values()) task.reject(new Error("The files could not be read"));
    waiting.clear();
    worker = undefined;
  });
  return worker;
}

type Job = { encode: Blob } | { decode: string };

function work(job: Job, onProgress?: (share: number) => void): Promise<Blob> {
  const id = nextId;
  nextId += 1;
  return new Promise((resolve, reject) => {
    waiting.set(id, { onProgress, resolve, reject });
    const task: Base64Task = { id, ...job };
    ourWorker().postMessage(task);
  });
}

/** A file as base64, made off the main thread: the outcome is ASCII text in a blob, ready to stand in a request. */
export function blobToBase64(blob: Blob, onProgress?: (share: number) => void): Promise<Blob> {
  return work({ encode: blob }, onProgress);
}

/** The bytes of a received attachment. Small ones are read at once, others off the main thread. */
export async function base64ToBlob(text: string, type: string): Promise<Blob> {
  if (text.length < 100_000) return new Blob([decodeBase64(text)], { type });
  const blob = await work({ decode: text });
  return blob.slice(0, blob.size, type);
}
