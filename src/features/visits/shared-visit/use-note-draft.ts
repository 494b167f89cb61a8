import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useSaver } from "#room/features/parts/use-saver.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { NoteDrafts } from "#room/workspace/storage/kept-value.ts";

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
  const saver = useSaver(() => {
    const text = form.getValues("text");
    const draft = text.trim() === "" ? undefined : { noteId, text };
    return noteDrafts.update((drafts) => withDraft(drafts, visitId, draft));
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => saver.soon() }),
    [subscribe, saver],
  );
  const drop = async () => {
    // It is sent: a leftover draft would be the same note, with the same id.
    form.setValue("text", "");
    saver.soon();
    await saver.flush().catch(() => undefined);
  };
  return { form, noteId, isKept: useKept(saver.state).kind !== "failed", drop };
}
