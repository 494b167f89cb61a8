import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";
import { fetchNames } from "#room/features/names/fetch-names.ts";
import { useWorkspace } from "#room/features/workspace/workspace-context.ts";

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
    mutationFn: async ({ entries, removed = [], version }: DirectoryChange) => {
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
    },
  });
}
