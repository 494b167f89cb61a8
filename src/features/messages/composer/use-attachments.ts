import { useState } from "react";
import type { KeptAttachment } from "#room/workspace/messages/message-record.ts";
import { endingOf } from "#room/features/messages/attachments/check-content.ts";
import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";
import { sniffType } from "#room/features/messages/attachments/sniff-type.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toastError } from "#room/ui/toast-store.ts";
import type { Composer } from "./use-composer.ts";

export type Files = ReturnType<typeof useAttachments>;

interface Reading {
  key: string;
  name: string;
  /** 0 to 1. */
  share: number;
  stop(): void;
}

/** A name that no other file of the message has. */
function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let number = 2; ; number += 1) {
    const next = `${stem} (${number})${ending}`;
    if (!taken.includes(next)) return next;
  }
}

/** The type detected from the bytes; the browser's guess from the name helps if they are ambiguous. */
async function typeOf(file: File): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 8192).arrayBuffer());
  const { contentType } = sniffType(start, file.type);
  const isOpen = contentType === "application/octet-stream" && endingOf(file.name) === undefined;
  return isOpen && file.type !== "" ? file.type : contentType;
}

/** Files are saved with the draft as soon as they are chosen, encrypted in chunks, and can be canceled. */
export function useAttachments(draftId: string, { latest, change, flush }: Composer) {
  const { messages } = useWorkspace();
  const [readings, setReadings] = useState<readonly Reading[]>([]);

  const readOne = async (file: File, taken: readonly string[]) => {
    const stopper = new AbortController();
    const key = crypto.randomUUID();
    const fileName = freeName(safeFileName(file.name), taken);
    const reading = { key, name: fileName, share: 0, stop: () => stopper.abort() };
    setReadings((list) => [...list, reading]);
    try {
      const contentType = await typeOf(file);
      const kept: KeptAttachment = await messages.addAttachment(draftId, file, {
        fileName,
        contentType,
        signal: stopper.signal,
        onProgress: (share) =>
          setReadings((list) => list.map((one) => (one.key === key ? { ...one, share } : one))),
      });
      change((old) => ({
        ...old,
        attachments: [...old.attachments.filter(({ id }) => id !== kept.id), kept],
      }));
    } catch (error) {
      if (stopper.signal.aborted) return;
      toastError(`${fileName} was not attached`, error);
    } finally {
      setReadings((list) => list.filter((one) => one.key !== key));
    }
  };

  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    // The draft must be saved before its files are.
    change((old) => ({ ...old }));
    await flush().catch(() => undefined);
    const taken = latest().attachments.map((one) => one.fileName);
    for (const file of files) {
      await readOne(file, taken);
      taken.push(safeFileName(file.name));
    }
    await flush().catch(() => undefined);
  };

  const remove = async (id: string) => {
    // The workspace removes the file from its stored draft, so that must be up to date.
    await flush().catch(() => undefined);
    await messages.removeAttachment(draftId, id).catch(() => undefined);
    change((old) => ({ ...old, attachments: old.attachments.filter((one) => one.id !== id) }));
  };

  return {
    readings,
    add: (files: readonly File[]) => void add(files),
    remove: (id: string) => void remove(id),
  };
}
