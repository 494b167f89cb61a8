import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast, toastError } from "#room/ui/toast-store.ts";
import type { KeptValue, ReadMarks } from "#room/workspace/storage/kept-value.ts";
import { changesIt, doneWords, type MarkChange, undoOf } from "./mark-change.ts";
import { changedBy, isAnyShared, keepsMarks, markOnService } from "./mark-on-service.ts";
import { isRead } from "./unread-count.ts";

type Marked = Pick<MailboxSummary, "messageId" | "isRead">;

export interface Marks {
  isRead(summary: Marked): boolean;
  /** False: only read and unread are kept, in this browser. */
  readonly hasAll: boolean;
  /** Without words: for what follows from something else. */
  mark(ids: readonly number[], change: MarkChange): void;
  markAll(ids: readonly number[], change: MarkChange): void;
}

/** The Undo of the last marks: it is only offered for the last thing that was done. */
let offer: { readonly end: () => void; readonly take: () => void } | undefined;
let lastMark = 0;

async function keepRead(
  kept: KeptValue<ReadMarks>,
  ids: readonly number[],
  isNowRead: boolean,
): Promise<void> {
  await kept.update((old) => {
    const next: Record<string, true> = { ...old };
    for (const id of ids) {
      if (isNowRead) next[id] = true;
      else delete next[id];
    }
    return next;
  });
}

interface Owner {
  changed(ids: readonly number[], change: MarkChange): number[];
  make(ids: readonly number[], change: MarkChange): Promise<void>;
}

/** The service keeps the marks; what this browser has from before is no longer true once something is marked. */
function serviceOwner(client: QueryClient, kept: KeptValue<ReadMarks>): Owner {
  return {
    changed: (ids, change) => [
      ...new Set([
        ...changedBy(client, ids, change),
        ...("isRead" in change && !change.isRead ? ids.filter((id) => kept.get()[id] === true) : []),
      ]),
    ],
    async make(ids, change) {
      if ("isRead" in change && ids.some((id) => kept.get()[id] === true)) await keepRead(kept, ids, false);
      await markOnService(client, ids, change);
    },
  };
}

function browserOwner(kept: KeptValue<ReadMarks>): Owner {
  return {
    changed: (ids, change) =>
      ids.filter((messageId) =>
        changesIt(
          { messageId, messageSize: 0, hasAttachments: false, isRead: kept.get()[messageId] === true },
          change,
        ),
      ),
    async make(ids, change) {
      if ("isRead" in change) await keepRead(kept, ids, change.isRead);
    },
  };
}

/** By a key as long as nothing else was marked, since the notice is far from the list. */
export function undoLastMarks(): void {
  offer?.end();
  offer?.take();
}

/** What this user marked: at the service, or in this browser if the service keeps no marks. */
export function useMarks(): Marks {
  const { readMarks } = useWorkspace();
  const client = useQueryClient();
  const marks = useKept(readMarks);
  const hasAll = keepsMarks();
  const acts = useMemo(() => {
    const owner = hasAll ? serviceOwner(client, readMarks) : browserOwner(readMarks);
    /** Whether it is kept now. */
    const make = async (ids: readonly number[], change: MarkChange): Promise<boolean> => {
      try {
        await owner.make(ids, change);
        return true;
      } catch (error) {
        toastError("The change couldn’t be saved", error);
        return false;
      }
    };
    return {
      mark(ids: readonly number[], change: MarkChange) {
        const changed = owner.changed(ids, change);
        if (changed.length > 0) void make(changed, change);
      },
      markAll(ids: readonly number[], change: MarkChange) {
        const changed = owner.changed(ids, change);
        if (changed.length === 0) return;
        offer?.end();
        lastMark += 1;
        const own = lastMark;
        let end = () => {};
        const take = () => {
          offer = undefined;
          lastMark += 1;
          void make(changed, undoOf(change));
        };
        // The key takes it back at once: the service gets the two in turn.
        offer = { end: () => end(), take };
        const sayDone = async () => {
          const isKept = await make(changed, change);
          if (own !== lastMark) return;
          if (!isKept) {
            offer = undefined;
            return;
          }
          end = toast({
            title: doneWords(change, changed.length),
            ...("isArchived" in change &&
              isAnyShared(client, changed) && { detail: "For everyone who shares the mailbox, too." }),
            action: { label: "Undo", run: take },
          });
        };
        void sayDone();
      },
    };
  }, [client, readMarks, hasAll]);
  return useMemo(
    () => ({ ...acts, hasAll, isRead: (summary) => isRead(summary, marks) }),
    [acts, hasAll, marks],
  );
}

/** Brings what this browser marked as read to a service that keeps marks. What cannot be brought now stays here, and counts as read. */
export async function bringMarksOver(client: QueryClient, kept: KeptValue<ReadMarks>): Promise<void> {
  if (!keepsMarks()) return;
  const ids = Object.keys(kept.get()).map(Number);
  await markOnService(client, changedBy(client, ids, { isRead: true }), { isRead: true });
  await keepRead(kept, ids, false);
}
