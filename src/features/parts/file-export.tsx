import { counted } from "#room/contract/primitives/counted.ts";
import { Signal } from "#room/signals/signal.ts";
import { useSyncExternalStore } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { NetworkFailure } from "#room/api/failures.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { Button } from "#room/ui/button.tsx";
import { saveBlob } from "#room/ui/save-blob.ts";
import { toast } from "#room/ui/toast-store.ts";
import styles from "./file-export.module.css";

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
  let lines = 0;
  let isQuoted = false;
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return { blob: new Blob(blobs), rows: Math.max(0, lines - 1) };
    for (const byte of value) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    // The browser moves large amounts of them to disk.
    blobs.push(new Blob([value]));
    onRows(Math.max(0, lines - 1));
  }
}

type FileKey = "exportVisits" | "exportInvoiceLines";

interface Running {
  /** How much is there so far: "1,200 rows". */
  readonly done: string;
  stop(): void;
}

/** A file, and what it has: "1,200 rows". */
interface MadeFile {
  readonly blob: Blob;
  readonly has: string;
}

type MakeFile = (signal: AbortSignal, onDone: (done: string) => void) => Promise<MadeFile>;

const running = new Signal<Running | undefined>(undefined);

export function useFileExport(): Running | undefined {
  return useSyncExternalStore(running.subscribe, running.get);
}

/** Saves a whole file, or none: what is stopped or breaks off is not saved. */
export async function saveExport(fileName: string, make: MakeFile): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  running.set({ done: "", stop });
  try {
    const { blob, has } = await make(stopping.signal, (done) => running.set({ done, stop }));
    saveBlob(blob, fileName);
    const detail = `${has}. The file is not encrypted and holds patient data.`;
    toast({ tone: "ok", title: `Saved as ${fileName}`, detail });
  } catch (error) {
    if (stopping.signal.aborted) return;
    const { title, advice } = describeFailure(error);
    toast({ tone: "bad", title: `Nothing was exported: ${title}`, detail: advice, stays: 0 });
  } finally {
    running.set(undefined);
  }
}

/** Saves what the service sends as a file. */
export async function exportFile<K extends FileKey>(
  key: K,
  request: RequestOf<K>,
  fileName: string,
): Promise<void> {
  return saveExport(fileName, async (signal, onDone) => {
    let saved: Awaited<ReturnType<typeof readRows>> | undefined;
    await callOperation(key, request, {
      signal,
      readFile: async ({ body }) => {
        if (body) saved = await readRows(body, (rows) => rows > 0 && onDone(counted(rows, "row")));
      },
    });
    if (!saved) throw new NetworkFailure("No file came", { operation: key, outcome: "refused" });
    return { blob: saved.blob, has: counted(saved.rows, "row") };
  });
}

/** How far the export is, and the way to stop it. */
export function ExportProgress({ done, stop }: Running) {
  return (
    <>
      <span role="status" className={styles.progress}>
        {done === "" ? "Exporting…" : `Exporting, ${done} so far…`}
      </span>
      <Button onClick={stop}>Stop exporting</Button>
    </>
  );
}
