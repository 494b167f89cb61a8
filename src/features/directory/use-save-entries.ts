import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { describeFailure } from "#room/api/describe-failure.ts";
import { OperationRefused } from "#room/api/failures.ts";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import { fetchNames } from "#room/features/names/fetch-names.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";
import { toast } from "#room/ui/toast-store.ts";
import type { Workspace } from "#room/workspace/workspace.ts";

export interface DirectoryChange {
  readonly entries: readonly DirectoryEntry[];
  readonly removed?: readonly DirectoryKey[];
  /** The version that it was made on. */
  readonly version: number;
}

/** Stores changes of the directory at the service, and reads it anew. */
export function useSaveEntries() {
  const { directory } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    retry: false,
    mutationFn: (change: DirectoryChange) => save(change, directory, client),
  });
}

async function save(
  { entries, removed = [], version }: DirectoryChange,
  directory: Workspace["directory"],
  client: QueryClient,
): Promise<void> {
  try {
    await callOperation("saveDirectory", { version, entries: [...entries], removed: [...removed] });
  } catch (error) {
    // Somebody was faster: what they did is shown before it is tried again.
    if (error instanceof OperationRefused) await fetchNames(directory).catch(() => undefined);
    throw error;
  }
  // It is stored, whether or not it can be read again now.
  await fetchNames(directory).catch(() => undefined);
  await client.invalidateQueries({ queryKey: ["listUnnamed"] });
}

/** Says that an entry is gone, with a way back that puts it where it was, from whatever page. */
export function useOfferBack(): (entry: DirectoryEntry) => void {
  const { directory } = useWorkspace();
  const client = useQueryClient();
  return (entry) => {
    const putBack = async () => {
      try {
        await save({ entries: [entry], version: directory.get().version }, directory, client);
        toast({ title: `${titleOf(entry)} is back`, tone: "ok" });
      } catch (error) {
        const { title, detail } = describeFailure(error);
        toast({
          title: `${titleOf(entry)} is still removed`,
          detail: `${title}. ${detail}`,
          tone: "bad",
          stays: 0,
          action: { label: "Try again", run: () => void putBack() },
        });
      }
    };
    toast({ title: `${titleOf(entry)} removed`, action: { label: "Undo", run: () => void putBack() } });
  };
}
