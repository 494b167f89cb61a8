import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { type ComposerState, emptyComposer } from "./composer-state.ts";
import type { SaveState } from "#room/features/parts/saver.ts";
import { DraftWriter } from "./draft-writer.ts";
import type { DraftRole } from "./draft-writer-parts.ts";

export interface Composer {
  state: ComposerState;
  /** The same with what is not drawn yet. */
  latest(): ComposerState;
  /** Undefined while the draft is being read. */
  shown: { role: DraftRole; generation: number } | undefined;
  save: SaveState;
  change(step: (state: ComposerState) => ComposerState): void;
  /** Saves unsaved changes; resolves when they are durable. */
  flush(): Promise<void>;
  /** Stops saving: the draft was discarded. */
  abandon(): void;
  /** Makes this tab the writer, after the other tab has saved. */
  takeOver(): Promise<void>;
}

/** One draft: the writer saves its fields shortly after each change and when the page is left. */
export function useComposer(draftId: string, initial = emptyComposer): Composer {
  const { messages } = useWorkspace();
  const [shown, setShown] = useState<Composer["shown"]>();
  const [save, setSave] = useState<SaveState>({ kind: "saved", at: 0 });
  const writer = useRef<DraftWriter>(undefined);
  const first = useRef(initial);
  const [state, setState] = useState(initial);
  const values = useRef(initial);
  const put = useCallback((next: ComposerState) => {
    values.current = next;
    setState(next);
  }, []);

  useEffect(() => {
    const own = new DraftWriter({
      draftId,
      messages,
      first: first.current,
      show({ state, role, generation }) {
        put(state);
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
  }, [draftId, messages, put]);

  const flush = () => writer.current?.flush() ?? Promise.resolve();
  useWhenLeaving(flush, { isUnsaved: () => save.kind !== "saved" });
  return {
    state,
    latest: () => values.current,
    shown,
    save,
    change(step) {
      if (!writer.current?.mayWrite) return;
      // Also what is the same is saved again.
      put({ ...step(values.current) });
      writer.current.take(values.current);
    },
    flush,
    abandon: () => writer.current?.abandon(),
    takeOver: () => writer.current?.takeOver() ?? Promise.resolve(),
  };
}
