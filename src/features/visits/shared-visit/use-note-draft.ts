import { useCallback, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import type { NoteDrafts } from "#room/workspace/storage/kept-value.ts";

const restMs = 300;
const maxKept = 50;

const maxLetters = 10_000;
const noteForm = z.object({
  text: z.string().check(
    z.trim(),
    z.minLength(1, "Write the note first."),
    // Said, not cut: what was pasted stays.
    z.maxLength(maxLetters, "A note has at most 10,000 characters. Shorten it, or add a second note."),
  ),
});

function withDraft(drafts: NoteDrafts, visitId: string, draft: NoteDrafts[string] | undefined): NoteDrafts {
  const { [visitId]: _before, ...others } = drafts;
  const newest = Object.entries(others).slice(draft ? 1 - maxKept : 0);
  return Object.fromEntries(draft ? [...newest, [visitId, draft]] : newest);
}

/**
 * A note being written, stored until the service has it or it is emptied. Its id is created once, so that resending a
 * note whose answer was lost does not duplicate it.
 */
export function useNoteDraft(visitId: string) {
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
  useWhenLeaving(keep, { isUnsaved: () => pending.current !== undefined });
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
    // It is sent: a leftover draft would be the same note, with the same id.
    await noteDrafts.update((drafts) => withDraft(drafts, visitId, undefined)).catch(() => undefined);
  }, [noteDrafts, visitId]);
  return { form, noteId, isKept, drop };
}
