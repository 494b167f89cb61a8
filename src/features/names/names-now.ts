import { Listeners } from "#room/signals/listeners.ts";
import { useSyncExternalStore } from "react";
import { DirectoryIndex, emptyDirectory } from "#room/billing/directory/directory-index.ts";
import type { KeptDirectory } from "#room/workspace/storage/kept-directory.ts";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";

let current = emptyDirectory;
let followed: KeptDirectory | undefined;
let following: KeptValue<KeptDirectory> | undefined;
let isRead = false;
const listeners = new Listeners();

/** The clinic's names as currently known; empty for a service without a directory. */
export function namesNow(): DirectoryIndex {
  return current;
}

function notify(): void {
  listeners.tell();
}

export const subscribeNames = listeners.add;

/** The names were loaded, or cannot be: pages that depend on them need not wait. */
export function settleNames(): void {
  if (isRead) return;
  isRead = true;
  notify();
}

/** Whether the names have been loaded, which a new browser starts without. */
export function useNamesAreRead(): boolean {
  return useSyncExternalStore(subscribeNames, () => isRead);
}

export function useAreFollowed(kept: KeptValue<KeptDirectory>): boolean {
  return useSyncExternalStore(subscribeNames, () => following === kept);
}

export function useNames(): DirectoryIndex {
  return useSyncExternalStore(subscribeNames, namesNow);
}

/** Uses a workspace's stored names and their updates, until the returned function is called. */
export function followNames(kept: KeptValue<KeptDirectory>): () => void {
  const read = () => {
    const now = kept.get();
    if (now === followed) return;
    followed = now;
    current = now.entries.length === 0 ? emptyDirectory : new DirectoryIndex(now.entries);
    isRead ||= now.version > 0;
    notify();
  };
  following = kept;
  read();
  notify();
  return kept.subscribe(read);
}
