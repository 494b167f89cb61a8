import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { failureLine } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import { entryKey } from "#room/billing/directory/entry-key.ts";
import { isSameEntry } from "#room/billing/directory/plan-import.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import { fetchNames } from "#room/features/names/fetch-names.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { formatCount } from "#room/ui/formats.ts";

export interface DirectoryChange {
  readonly entries: readonly DirectoryEntry[];
  readonly removed?: readonly DirectoryKey[];
  /** Those entries at the time of the edit, as the user saw them. */
  readonly before: readonly DirectoryEntry[];
}

/** An entry is not what the user saw. Nothing was stored; its current version has been loaded. */
export class ChangedMeanwhile extends Error {
  constructor(before: DirectoryEntry | undefined, now: DirectoryEntry | undefined) {
    super(
      !before && now
        ? `${titleOf(now)} has this ID already. Nothing was saved.`
        : `Somebody else ${now ? "changed" : "removed"} ${titleOf(now ?? before ?? { kind: "fee", id: "" })} meanwhile. Nothing was saved: review it, then save again.`,
    );
    this.name = "ChangedMeanwhile";
  }
}

/** Why a change was not stored. */
export function saveFailureWords(error: Error): string {
  if (error instanceof ChangedMeanwhile || error instanceof PartlySaved) return error.message;
  return failureLine(error);
}

/**
 * The service refuses a change based on an outdated version. It is retried this many times on the new version, as long
 * as these entries are unchanged there.
 */
const maxTries = 5;

export function useSaveEntries() {
  const { directory } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    retry: false,
    mutationFn: (change: DirectoryChange) => save(change, directory, client),
  });
}

/** Fits into one request, whatever the entries contain. */
const maxAtOnce = 4000;

/** Some were stored, then a request failed: the rest are those that still differ. */
class PartlySaved extends Error {}

async function save(
  change: DirectoryChange,
  directory: Workspace["directory"],
  client: QueryClient,
): Promise<void> {
  const { entries, removed = [], before } = change;
  let done = 0;
  try {
    do {
      const part = entries.slice(done, done + maxAtOnce);
      await saveAtOnce({ entries: part, removed: done === 0 ? removed : [], before }, directory);
      done += part.length;
    } while (done < entries.length);
  } catch (error) {
    if (done === 0 || !(error instanceof Error)) throw error;
    throw new PartlySaved(
      `${formatCount(done)} of ${formatCount(entries.length)} are saved. ${saveFailureWords(error)} Save again for the rest.`,
    );
  }
  await client.invalidateQueries({ queryKey: ["listUnnamed"] });
}

async function saveAtOnce(change: DirectoryChange, directory: Workspace["directory"]): Promise<void> {
  const { entries, removed = [] } = change;
  for (let tries = 1; ; tries += 1) {
    const { version } = directory.get();
    refuseChanged(change, directory.get().entries);
    try {
      await callOperation("saveDirectory", { version, entries: [...entries], removed: [...removed] });
      break;
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error;
      await fetchNames(directory).catch(() => undefined);
      if (error.code !== "DirectoryChanged" || tries === maxTries) throw error;
    }
  }
  // It is stored, whether or not it can be reloaded now.
  await fetchNames(directory).catch(() => undefined);
}

/** What is as this change wants it was stored by it, and only its answer was lost. */
export function refuseChanged(change: DirectoryChange, now: readonly DirectoryEntry[]): void {
  const { entries, removed = [], before } = change;
  const lists = [before, now, entries].map((list) => new Map(list.map((each) => [entryKey(each), each])));
  for (const key of [...entries, ...removed].map(entryKey)) {
    const [was, is, next] = lists.map((list) => list.get(key));
    if (!isSameEntry(was, is) && !isSameEntry(next, is)) throw new ChangedMeanwhile(was, is);
  }
}

/** Undo for a saved change: restores an entry, from whatever page. */
export function useUndo(): (
  entry: DirectoryEntry,
  saved?: DirectoryEntry,
) => { label: string; run: () => void } {
  const { directory } = useWorkspace();
  const client = useQueryClient();
  return (entry, saved) => {
    const title = titleOf(entry);
    const putBack = async () => {
      const isMoved = saved && entryKey(saved) !== entryKey(entry);
      const change = { entries: [entry], removed: isMoved ? [saved] : [], before: saved ? [saved] : [] };
      try {
        await save(change, directory, client);
        toast({ title: saved ? `${title} is as it was` : `${title} is back`, tone: "ok" });
      } catch (error) {
        toast({
          title: saved ? `${title} is still changed` : `${title} is still removed`,
          detail: error instanceof Error ? saveFailureWords(error) : "",
          tone: "bad",
          action: { label: "Try again", run: () => void putBack() },
        });
      }
    };
    return { label: "Undo", run: () => void putBack() };
  };
}
