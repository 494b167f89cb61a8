import { useCallback, useMemo } from "react";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";

export interface Marks {
  isRead(id: number): boolean;
  mark(ids: readonly number[], isRead: boolean): void;
  /** Offers Undo. */
  markAllRead(ids: readonly number[]): void;
}

/** Withdraws the Undo of the last "mark all read": after any other mark it would revert something else. */
let endOffer: (() => void) | undefined;

/** Which messages this user has read, stored in the workspace. */
export function useReadMarks(): Marks {
  const { readMarks } = useWorkspace();
  const marks = useKept(readMarks);
  const mark = useCallback(
    (ids: readonly number[], isRead: boolean) => {
      endOffer?.();
      endOffer = undefined;
      void readMarks
        .update((old) => {
          const next: Record<string, true> = { ...old };
          for (const id of ids) {
            if (isRead) next[id] = true;
            else delete next[id];
          }
          return next;
        })
        .catch(() => toast({ title: "The change couldn’t be saved", tone: "bad" }));
    },
    [readMarks],
  );
  return useMemo(
    () => ({
      isRead: (id) => marks[id] === true,
      mark,
      markAllRead(ids) {
        const unread = ids.filter((id) => marks[id] !== true);
        if (unread.length === 0) return;
        mark(unread, true);
        const title =
          unread.length === 1 ? "1 message marked as read" : `${unread.length} messages marked as read`;
        endOffer = toast({ title, action: { label: "Undo", run: () => mark(unread, false) } });
      },
    }),
    [marks, mark],
  );
}
