import { useSyncExternalStore } from "react";
import { DirectoryIndex, emptyDirectory } from "#room/billing/directory/directory-index.ts";
import type { KeptDirectory } from "#room/workspace/storage/kept-directory.ts";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";

let current = emptyDirectory;
let followed: KeptDirectory | undefined;
const listeners = new Set<() => void>();

/** The clinic's names as they are known now; of a service without a directory there are none. */
export function namesNow(): DirectoryIndex {
  return current;
}

export function subscribeNames(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNames(): DirectoryIndex {
  return useSyncExternalStore(subscribeNames, namesNow);
}

/** Reads the names of a workspace, and whatever is kept there later, until the returned function is called. */
export function followNames(kept: KeptValue<KeptDirectory>): () => void {
  const read = () => {
    const now = kept.get();
    if (now === followed) return;
    followed = now;
    current = now.entries.length === 0 ? emptyDirectory : new DirectoryIndex(now.entries);
    for (const listener of listeners) listener();
  };
  read();
  return kept.subscribe(read);
}
