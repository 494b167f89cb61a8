import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import type { CodeSetChange } from "#room/contract/operations/import-code-set.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import { readUpload, type Upload } from "./read-upload.ts";

export interface TrialFiles {
  readonly files: readonly File[];
  /** Given where the files' names do not tell it. */
  readonly fiscalYear?: number;
  readonly quarter?: string;
}

/** Below what a request may hold, and so that the service never holds much at once: the claim edits of a quarter are more. */
const mostInRequest = 30_000_000;

/** What the files would change; under this id the service has what it read of them. */
interface Trial {
  readonly uploadId: string;
  readonly changes: readonly CodeSetChange[];
  readonly notice: string | undefined;
}

/** Brings files to the service and asks what they would change. It can be stopped: nothing is stored by it. */
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
        // Each answer is of all that came so far.
        answer = await callOperation("importCodeSet", request, { signal });
        setChecking(false);
      };
      let before = 0;
      let held: Upload[] = [];
      let size = 0;
      for (const file of files) {
        const onRead = (bytes: number) => setBytesRead(before + bytes);
        // One by one: what is packed is held in memory.
        const upload = await readUpload(file, { signal, onRead });
        before += file.size;
        if (held.length > 0 && size + upload.base64.length > mostInRequest) {
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
  // Who leaves the page leaves the trial.
  useEffect(() => () => stopper.current?.abort(), []);
  const stop = () => {
    stopper.current?.abort();
    setBytesRead(0);
    setChecking(false);
    reset();
  };
  return {
    /** What would be imported, and what it would change. */
    seen: data,
    error,
    startedAt: submittedAt,
    /** The files under way, how far they are read, and whether the service is checking what came. */
    under: isPending && variables ? { files: variables.files, bytesRead, isChecking } : undefined,
    start(trial: TrialFiles): void {
      stop();
      mutate(trial);
    },
    stop,
  };
}
