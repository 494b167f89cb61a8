import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import type { CodeSetChange } from "#room/contract/operations/code-sets.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { encodeBase64 } from "#room/workspace/browser/base64.ts";

/** A file as ImportCodeSet takes it: compressed if that saves much, in Base64. */
type Upload = {
  readonly fileName: string;
  readonly base64: string;
};

interface ReadOptions {
  readonly signal: AbortSignal;
  /** How many bytes of the file have been read. */
  onRead(bytes: number): void;
}

const packed = /\.(?:gz|zip)$/i;
async function readUpload(file: File, { signal, onRead }: ReadOptions): Promise<Upload> {
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      onRead(read);
      controller.enqueue(chunk);
    },
  });
  const stream = file.stream().pipeThrough(counted, { signal });
  const isPacked = packed.test(file.name);
  const sent = isPacked ? stream : stream.pipeThrough(new CompressionStream("gzip"));
  const base64 = await encodeBase64(await new Response(sent).blob());
  return { fileName: isPacked ? file.name : `${file.name}.gz`, base64 };
}

export interface TrialFiles {
  readonly files: readonly File[];
  /** Given if the file names do not tell. */
  readonly fiscalYear?: number;
  readonly quarter?: string;
}

/**
 * Below the request limit, and small enough that the service never holds much at a time: a quarter's claim edits exceed
 * it.
 */
const maxInRequest = 30_000_000;

/** What the files would change; the service stores what it has read of them under this id. */
interface Trial {
  readonly uploadId: string;
  readonly changes: readonly CodeSetChange[];
  readonly notice: string | undefined;
}

/** Sends files to the service and asks what they would change. Can be canceled, and stores nothing. */
export function useTrialImport() {
  const [bytesRead, setBytesRead] = useState(0);
  const [isChecking, setChecking] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, variables, submittedAt } = useMutation({
    mutationFn: async ({ files, ...given }: TrialFiles): Promise<Trial> => {
      const { signal } = (stopper.current = new AbortController());
      const uploadId = guidFromUuid(crypto.randomUUID());
      let answer: ResponseOf<"importCodeSet"> | undefined;
      const send = async (uploads: readonly Upload[]) => {
        setChecking(true);
        const request = { ...given, files: [...uploads], uploadId, dryRun: true };
        // Each answer covers everything sent so far.
        answer = await callOperation("importCodeSet", request, { signal });
        setChecking(false);
      };
      let before = 0;
      let held: Upload[] = [];
      let size = 0;
      for (const file of files) {
        const onRead = (bytes: number) => setBytesRead(before + bytes);
        // One by one, because compressed files are held in memory.
        const upload = await readUpload(file, { signal, onRead });
        before += file.size;
        if (held.length > 0 && size + upload.base64.length > maxInRequest) {
          await send(held);
          held = [];
          size = 0;
        }
        held.push(upload);
        size += upload.base64.length;
      }
      await send(held);
      return { uploadId, changes: answer?.changes ?? [], notice: answer?.notice?.text };
    },
  });
  // Leaving the page cancels the trial.
  useEffect(() => () => stopper.current?.abort(), []);
  const stop = () => {
    stopper.current?.abort();
    setBytesRead(0);
    setChecking(false);
    reset();
  };
  return {
    seen: data,
    error,
    startedAt: submittedAt,
    /** The files in progress, how far they have been read, and whether the service is checking them. */
    under: isPending && variables ? { files: variables.files, bytesRead, isChecking } : undefined,
    start(trial: TrialFiles): void {
      stop();
      mutate(trial);
    },
    stop,
  };
}
