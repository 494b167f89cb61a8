import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "#room/features/workspace-context.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { type ComposerState, emptyComposer, fromDraft, isEmptyComposer, toDraft } from "./composer-state.ts";

export type SaveState = { at: "untouched" | "saving" | "saved" } | { at: "failed"; message: string };

export interface Composer {
  /** Undefined while the draft is read. */
  state: ComposerState | undefined;
  save: SaveState;
  change(step: (state: ComposerState) => ComposerState): void;
  /** Writes what is not written yet; resolves when it is durable. */
  flush(): Promise<void>;
  /** Writes nothing more: the draft was thrown away. */
  abandon(): void;
}

const restMs = 400;

/** One draft, kept by itself: a moment after each change, and at once when the page is left. */
export function useComposer(draftId: string, initial?: ComposerState): Composer {
  const { messages } = useWorkspace();
  const [state, setState] = useState<ComposerState>();
  const [save, setSave] = useState<SaveState>({ at: "untouched" });
  const latest = useRef<ComposerState>(undefined);
  const written = useRef<ComposerState>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tail = useRef<Promise<void>>(Promise.resolve());
  const first = useRef(initial);

  useEffect(() => {
    let isOver = false;
    const begin = (draft: ComposerState, isKept: boolean) => {
      if (isOver) return;
      latest.current = draft;
      written.current = isKept ? draft : emptyComposer;
      setState(draft);
    };
    messages.get(draftId).then(
      (draft) => (draft ? begin(fromDraft(draft), true) : begin(first.current ?? emptyComposer, false)),
      (error: unknown) => {
        begin(first.current ?? emptyComposer, false);
        setSave({ at: "failed", message: describeFailure(error).detail });
      },
    );
    return () => {
      isOver = true;
    };
  }, [draftId, messages]);

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    const write = async () => {
      const now = latest.current;
      if (now === undefined || now === written.current) return;
      if (messages.entry(draftId) === undefined && isEmptyComposer(now)) return;
      await messages.put(draftId, toDraft(now));
      written.current = now;
      setSave({ at: latest.current === now ? "saved" : "saving" });
    };
    const done = tail.current.then(write);
    tail.current = done.catch((error: unknown) =>
      setSave({ at: "failed", message: describeFailure(error).detail }),
    );
    return done;
  }, [draftId, messages]);

  const change = useCallback(
    (step: (state: ComposerState) => ComposerState) => {
      if (latest.current === undefined) return;
      latest.current = step(latest.current);
      setState(latest.current);
      setSave({ at: "saving" });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush().catch(() => undefined), restMs);
    },
    [flush],
  );

  useWhenLeaving(() => void flush().catch(() => undefined));

  const abandon = useCallback(() => {
    clearTimeout(timer.current);
    written.current = latest.current;
  }, []);

  return { state, save, change, flush, abandon };
}
