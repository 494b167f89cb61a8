import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { useWhenLeaving } from "#room/ui/use-when-leaving.ts";
import { type ComposerState, emptyComposer } from "./composer-state.ts";
import { type DraftOnShow, DraftWriter, type SaveState } from "./draft-writer.ts";

export interface Composer {
  /** Undefined while the draft is read. */
  shown: DraftOnShow | undefined;
  save: SaveState;
  change(step: (state: ComposerState) => ComposerState): void;
  /** Writes what is not written yet; resolves when it is durable. */
  flush(): Promise<void>;
  /** Writes nothing more: the draft was thrown away. */
  abandon(): void;
  /** Makes this tab the one that writes; the other writes its last word first. */
  takeOver(): Promise<void>;
}

/** One draft, kept by itself: a moment after each change, and at once when the page is left. */
export function useComposer(draftId: string, initial?: ComposerState): Composer {
  const { messages } = useWorkspace();
  const [shown, setShown] = useState<DraftOnShow>();
  const [save, setSave] = useState<SaveState>({ at: "untouched" });
  const writer = useRef<DraftWriter>(undefined);
  const first = useRef(initial ?? emptyComposer);

  useEffect(() => {
    const parts = { draftId, messages, first: first.current, show: setShown, tell: setSave };
    const own = new DraftWriter(parts);
    writer.current = own;
    void own.open();
    return () => void own.close();
  }, [draftId, messages]);

  const change = useCallback(
    (step: (state: ComposerState) => ComposerState) => writer.current?.change(step),
    [],
  );
  const flush = useCallback(() => writer.current?.flush() ?? Promise.resolve(), []);
  useWhenLeaving(() => void flush().catch(() => undefined));
  const abandon = useCallback(() => writer.current?.abandon(), []);
  const takeOver = useCallback(() => writer.current?.takeOver() ?? Promise.resolve(), []);
  return { shown, save, change, flush, abandon, takeOver };
}
