import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import { readUpload } from "./read-upload.ts";

export interface TrialFile {
  readonly file: File;
  /** Given where the file's name does not tell it. */
  readonly fiscalYear?: number;
}

/** Reads a file and asks the service what it would change. It can be stopped: nothing is stored by it. */
export function useTrialImport() {
  const [bytesRead, setBytesRead] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, variables } = useMutation({
    mutationFn: async ({ file, ...year }: TrialFile) => {
      const { signal } = (stopper.current = new AbortController());
      const upload = await readUpload(file, { signal, onRead: setBytesRead });
      const request = { ...upload, ...year };
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
    /** The file under way, and how far it is read; once it is whole, the service checks it. */
    under: isPending && variables ? { file: variables.file, bytesRead } : undefined,
    start(trial: TrialFile): void {
      stop();
      mutate(trial);
    },
    stop,
  };
}
