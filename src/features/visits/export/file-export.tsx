import { counted } from "#room/contract/primitives/counted.ts";
import { Listeners } from "#room/signals/listeners.ts";
import { useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { NetworkFailure } from "#room/api/failures.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { Button } from "#room/ui/button.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./file-export.module.css";

/** How much to collect before handing it to the browser, which moves large amounts of blobs to disk. Bytes. */
const heldBytes = 4 * 1024 * 1024;
const [quote, lineFeed] = [0x22, 0x0a];

/**
 * Collects a CSV file as it arrives, telling how many rows there are so far, without the heading. Rejects if the
 * connection breaks before its end.
 */
export async function readRows(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number) => void,
): Promise<{ readonly blob: Blob; readonly rows: number }> {
  const blobs: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let lines = 0;
  let isQuoted = false;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return { blob: new Blob([...blobs, ...held]), rows: Math.max(0, lines - 1) };
    for (const byte of value) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    held.push(value);
    size += value.length;
    if (size >= heldBytes) {
      blobs.push(new Blob(held));
      held = [];
      size = 0;
    }
    onRows(Math.max(0, lines - 1));
  }
}

type FileKey = "exportVisits" | "exportInvoiceLines";

interface Running {
  readonly rows: number;
  stop(): void;
}

let running: Running | undefined;
const listeners = new Listeners();

function tell(now: Running | undefined): void {
  running = now;
  listeners.tell();
}

export function useFileExport(): Running | undefined {
  return useSyncExternalStore(
    (listener) => {
      return listeners.add(listener);
    },
    () => running,
  );
}

/** Saves a whole file, or none: what breaks off is not saved. */
export async function exportFile<K extends FileKey>(
  key: K,
  request: RequestOf<K>,
  fileName: string,
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  tell({ rows: 0, stop });
  let saved: Awaited<ReturnType<typeof readRows>> | undefined;
  try {
    await callOperation(key, request, {
      signal: stopping.signal,
      readFile: async ({ body }) => {
        if (body) saved = await readRows(body, (rows) => tell({ rows, stop }));
      },
    });
    if (!saved) throw new NetworkFailure("No file came", { operation: key, outcome: "refused" });
    saveBlob(saved.blob, fileName);
    const detail = `${counted(saved.rows, "row")}. The file is not encrypted and holds patient data.`;
    toast({ tone: "ok", title: `Saved as ${fileName}`, detail });
  } catch (error) {
    if (stopping.signal.aborted) return;
    const { title, advice } = describeFailure(error);
    toast({ tone: "bad", title: `Nothing was exported: ${title}`, detail: advice, stays: 0 });
  } finally {
    tell(undefined);
  }
}

export function ExportProgress({ rows, stop }: Running) {
  return (
    <>
      <span role="status" className={styles.progress}>
        {rows === 0 ? "Exporting…" : `Exporting, ${counted(rows, "row")} so far…`}
      </span>
      <Button onClick={stop}>Stop exporting</Button>
    </>
  );
}
