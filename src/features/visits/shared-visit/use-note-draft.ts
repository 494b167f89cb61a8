import { useCallback, useEffect, useRef, useState } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { NoteDrafts } from "#room/workspace/storage/kept-value.ts";

const restMs = 300;
const mostKept = 50;

export interface NoteDraft {
  readonly noteId: string;
  readonly text: string;
  /** False: this browser could not keep it. */
  readonly isKept: boolean;
  readonly write: (text: string) => void;
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
  const [text, setText] = useState(first?.text ?? "");
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
  const write = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(pending.current?.timer);
      pending.current = { timer: setTimeout(() => void keep(), restMs), text: next };
    },
    [keep],
  );
  const drop = useCallback(async () => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
    // It is sent: a draft that stays would be the same note, by the same id.
    await noteDrafts.update((drafts) => withDraft(drafts, visitId, undefined)).catch(() => undefined);
  }, [noteDrafts, visitId]);
  return { noteId, text, isKept, write, drop };
}
