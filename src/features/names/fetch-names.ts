import { callOperation } from "#room/api/call-operation.ts";
import { entryKey } from "#room/billing/directory/entry-key.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { KeptDirectory } from "#room/workspace/storage/kept-directory.ts";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";

/** Merges the service's changes into the stored directory. An answer for an older version changes nothing. */
export function withChanges(
  kept: KeptDirectory,
  changes: ResponseOf<"listDirectory">,
  since: number,
): KeptDirectory {
  const { version, isWhole, entries, removed } = changes;
  // A newer version has been loaded meanwhile, here or by another tab.
  if (kept.version !== since) return kept;
  if (isWhole && version === kept.version && entries.length + kept.entries.length === 0) return kept;
  if (isWhole) return { version, entries };
  if (version === since) return kept;
  if (entries.length + removed.length === 0) return { ...kept, version };
  const all = new Map(kept.entries.map((entry) => [entryKey(entry), entry]));
  for (const key of removed) all.delete(entryKey(key));
  for (const entry of entries) all.set(entryKey(entry), entry);
  return { version, entries: [...all.values()] };
}

/** Loads the changes since the stored version and stores them. Throws what the call throws. */
export async function fetchNames(kept: KeptValue<KeptDirectory>): Promise<void> {
  const since = kept.get().version;
  const changes = await callOperation("listDirectory", { since }, { whenSessionLost: "fail" });
  const now = kept.get();
  if (withChanges(now, changes, since) === now) return;
  await kept.update((before) => withChanges(before, changes, since));
}
