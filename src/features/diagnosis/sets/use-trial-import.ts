import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callOperation } from "#room/api/call-operation.ts";
import type { CodeSetChange } from "#room/contract/operations/import-code-set.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { readUpload, type Upload } from "./read-upload.ts";

export interface TrialFiles {
  readonly files: readonly File[];
  /** Given where the files' names do not tell it. */
  readonly fiscalYear?: number;
  readonly quarter?: string;
}

type ImportRequest = RequestOf<"importCodeSet">;

/** Below what a request may hold: the claim edits of a quarter are several times as much. */
const mostInRequest = 40_000_000;

/** What the files would change; the requests that store them, one after the other. */
interface Trial {
  readonly requests: readonly ImportRequest[];
  readonly changes: readonly CodeSetChange[];
  readonly notice: string | undefined;
}

/** Reads files and asks the service what they would change. It can be stopped: nothing is stored by it. */
export function useTrialImport() {
  const [bytesRead, setBytesRead] = useState(0);
  const stopper = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, variables, submittedAt } = useMutation({
    mutationFn: async ({ files, ...given }: TrialFiles): Promise<Trial> => {
      const { signal } = (stopper.current = new AbortController());
      const uploads: Upload[] = [];
      let before = 0;
      for (const file of files) {
        const onRead = (bytes: number) => setBytesRead(before + bytes);
        // One by one: what is packed is held in memory.
        uploads.push(await readUpload(file, { signal, onRead }));
        before += file.size;
      }
      const requests = inRequests(uploads).map((some): ImportRequest => ({ files: some, ...given }));
      const changes: CodeSetChange[] = [];
      let notice: string | undefined;
      for (const request of requests) {
        const answer = await callOperation("importCodeSet", { ...request, dryRun: true }, { signal });
        changes.push(...answer.changes);
        notice ??= answer.notice?.text;
      }
      return { requests, changes, notice };
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

function inRequests(uploads: readonly Upload[]): Upload[][] {
  const requests: Upload[][] = [];
  let size = Infinity;
  for (const upload of uploads) {
    size += upload.base64.length;
    const last = requests.at(-1);
    if (last && size <= mostInRequest) last.push(upload);
    else {
      requests.push([upload]);
      size = upload.base64.length;
    }
  }
  return requests;
}
