import { useCallback, useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { NoteDrafts } from "#room/workspace/storage/kept-value.ts";

const restMs = 300;
const mostKept = 50;

const noteForm = z.object({ text: z.string().check(z.trim(), z.minLength(1, "Write the note first.")) });

export interface NoteDraft {
  readonly form: UseFormReturn<{ text: string }>;
  readonly noteId: string;
  /** False: this browser could not keep it. */
  readonly isKept: boolean;
  /** It is at the service now. */
  readonly drop: () => Promise<void>;
}

function withDraft(drafts: NoteDrafts, visitId: string, draft: NoteDrafts[string] | undefined): NoteDrafts {
  const { [visitId]: _before, ...others } = drafts;
  const newest = Object.entries(others).slice(draft ? 1 - mostKept : 0);
  return Object.fromEntries(draft ? [...newest, [visitId, draft]] : newest);
}

/** Whether a note on this visit is half written in this browser. */
export function useHasNoteDraft(visitId: string): boolean {
  return useKept(useWorkspace().noteDrafts)[visitId] !== undefined;
}

/**
 * A note as it is written, kept until it is at the service or emptied. Its id is made once, so that a note whose answer
 * was lost is there once when it is sent again.
 */
export function useNoteDraft(visitId: string): NoteDraft {
  const { noteDrafts } = useWorkspace();
  const [first] = useState(() => noteDrafts.get()[visitId]);
  const [noteId] = useState(() => first?.noteId ?? crypto.randomUUID().replaceAll("-", ""));
  const form = useForm({ defaultValues: { text: first?.text ?? "" }, resolver: formResolver(noteForm) });
  const [isKept, setKept] = useState(true);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; text: string }>(undefined);
  const keep = useCallback(async () => {
    const { current } = pending;
    if (!current) return;
    pending.current = undefined;
    clearTimeout(current.timer);
    const draft = current.text.trim() === "" ? undefined : { noteId, text: current.text };
    try {
      await noteDrafts.update((drafts) => withDraft(drafts, visitId, draft));
      setKept(true);
    } catch {
      setKept(false);
    }
  }, [noteDrafts, noteId, visitId]);
  useEffect(() => () => void keep(), [keep]);
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { text } }) => {
          clearTimeout(pending.current?.timer);
          pending.current = { timer: setTimeout(() => void keep(), restMs), text };
        },
      }),
    [subscribe, keep],
  );
  const drop = useCallback(async () => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
    // It is sent: a draft that stays would be the same note, by the same id.
    await noteDrafts.update((drafts) => withDraft(drafts, visitId, undefined)).catch(() => undefined);
  }, [noteDrafts, visitId]);
  return { form, noteId, isKept, drop };
}
