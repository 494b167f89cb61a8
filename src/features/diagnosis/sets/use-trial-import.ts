import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { readUpload, type Upload } from "./read-upload.ts";

export interface TrialFiles {
  readonly files: readonly File[];
  /** Given where the files' names do not tell it. */
  readonly fiscalYear?: number;
}

/** Reads files and asks the service what they would change. It can be stopped: nothing is stored by it. */
export function useTrialImport() {
  const [bytesRead, setBytesRead] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, variables, submittedAt } = useMutation({
    mutationFn: async ({ files, ...year }: TrialFiles) => {
      const { signal } = (stopper.current = new AbortController());
      const uploads: Upload[] = [];
      let before = 0;
      for (const file of files) {
        const onRead = (bytes: number) => setBytesRead(before + bytes);
        // One by one: what is packed is held in memory.
        uploads.push(await readUpload(file, { signal, onRead }));
        before += file.size;
      }
      const request = { files: uploads, ...year };
      const { changes } = await callOperation("importCodeSet", { ...request, dryRun: true }, { signal });
      return { request, changes };
    },
  });
  const stop = () => {
    stopper.current?.abort();
    setBytesRead(0);
    reset();
  };
  return {
    /** What would be imported, and what it would change. */
    seen: data,
    error,
    startedAt: submittedAt,
    /** The files under way, and how far they are read; once they are whole, the service checks them. */
    under: isPending && variables ? { files: variables.files, bytesRead } : undefined,
    start(trial: TrialFiles): void {
      stop();
      mutate(trial);
    },
    stop,
  };
}
