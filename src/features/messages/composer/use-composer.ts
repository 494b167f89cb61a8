import { useCallback, useEffect, useRef, useState } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { formResolver } from "#room/features/forms/form-resolver.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { type ComposerState, emptyComposer } from "./composer-state.ts";
import { type DraftRole, DraftWriter, type SaveState } from "./draft-writer.ts";
import { type SendContext, sendForm } from "./send-checks.ts";

export interface Composer {
  form: UseFormReturn<ComposerState>;
  /** The content of the fields. */
  state: ComposerState;
  /** Undefined while the draft is being read. */
  shown: { role: DraftRole; generation: number } | undefined;
  save: SaveState;
  /**
   * Sending was tried and found errors: from then on they update with typing. Before that, an empty form shows none.
   */
  isFaulty: boolean;
  /** Changes fields that are not plain inputs. */
  change(step: (state: ComposerState) => ComposerState): void;
  /** A field was typed in. */
  changed(): void;
  /** Saves unsaved changes; resolves when they are durable. */
  flush(): Promise<void>;
  /** Stops saving: the draft was discarded. */
  abandon(): void;
  /** Makes this tab the writer, after the other tab has saved. */
  takeOver(): Promise<void>;
}

/**
 * One draft: the form holds its fields, and the writer saves them shortly after each change and when the page is left.
 */
export function useComposer(
  draftId: string,
  { initial, context }: { initial: ComposerState | undefined; context: SendContext },
): Composer {
  const { messages } = useWorkspace();
  const [shown, setShown] = useState<Composer["shown"]>();
  const [save, setSave] = useState<SaveState>({ at: "untouched" });
  const writer = useRef<DraftWriter>(undefined);
  const first = useRef(initial ?? emptyComposer);
  const form = useForm({
    defaultValues: initial ?? emptyComposer,
    resolver: formResolver(sendForm(context)),
  });
  const { control, getValues, reset, setValues, trigger } = form;
  const { isSubmitted, isSubmitSuccessful } = form.formState;
  const isFaulty = isSubmitted && !isSubmitSuccessful;
  const isFaultyNow = useRef(false);
  useEffect(() => {
    isFaultyNow.current = isFaulty;
  }, [isFaulty]);
  const state = useWatch({ control, compute: (values: ComposerState) => values });

  useEffect(() => {
    const own = new DraftWriter({
      draftId,
      messages,
      first: first.current,
      show({ state, role, generation }) {
        reset(state, { keepFieldsRef: true });
        setShown({ role, generation });
      },
      onSave: setSave,
      onSetAside: () =>
        toast({
          title: "What you typed here is a draft of its own now",
          detail: "Another tab took this one over before it was saved. Both are in Drafts.",
          tone: "ask",
          stays: 0,
        }),
    });
    writer.current = own;
    void own.open();
    return () => void own.close();
  }, [draftId, messages, reset]);

  const changed = useCallback(() => {
    writer.current?.take(getValues());
    // All recipient fields: adding an address under Cc changes what is wrong under To.
    if (isFaultyNow.current) void trigger();
  }, [getValues, trigger]);
  const change = useCallback(
    (step: (state: ComposerState) => ComposerState) => {
      if (!writer.current?.mayWrite) return;
      setValues(step(getValues()), { shouldDirty: true });
      changed();
    },
    [changed, getValues, setValues],
  );
  const flush = useCallback(() => writer.current?.flush() ?? Promise.resolve(), []);
  useWhenLeaving(() => void flush().catch(() => undefined), {
    isUnsaved: () => save.at === "saving" || save.at === "failed",
  });
  const abandon = useCallback(() => writer.current?.abandon(), []);
  const takeOver = useCallback(() => writer.current?.takeOver() ?? Promise.resolve(), []);
  return { form, state, shown, save, isFaulty, change, changed, flush, abandon, takeOver };
}
