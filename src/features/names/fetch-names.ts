import { callOperation } from "#room/api/call-operation.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { DirectoryKey } from "#room/contract/schemas/directory.ts";
import type { KeptDirectory } from "#room/workspace/storage/kept-directory.ts";
import type { KeptValue } from "#room/workspace/storage/kept-value.ts";

const keyOf = ({ kind, id, activeFrom }: DirectoryKey) =>
  kind === "fee" ? `${kind} ${id} ${activeFrom ?? ""}` : `${kind} ${id}`;

/** What is kept, with what the service told of a version. An answer about an older one than is kept changes nothing. */
export function withChanges(
  kept: KeptDirectory,
  told: ResponseOf<"listDirectory">,
  since: number,
): KeptDirectory {
  const { version, isWhole, entries, removed } = told;
  if (isWhole && version === kept.version && entries.length + kept.entries.length === 0) return kept;
  if (isWhole) return { version, entries };
  // Another tab has read on meanwhile.
  if (kept.version !== since) return kept;
  if (version === since) return kept;
  if (entries.length + removed.length === 0) return { ...kept, version };
  const all = new Map(kept.entries.map((entry) => [keyOf(entry), entry]));
  for (const key of removed) all.delete(keyOf(key));
  for (const entry of entries) all.set(keyOf(entry), entry);
  return { version, entries: [...all.values()] };
}

/** Asks the service for what changed since the version that is kept, and keeps it. Throws what the call throws. */
export async function fetchNames(kept: KeptValue<KeptDirectory>): Promise<void> {
  const since = kept.get().version;
  const told = await callOperation("listDirectory", { since }, { whenSessionLost: "fail" });
  const now = kept.get();
  if (withChanges(now, told, since) === now) return;
  await kept.update((before) => withChanges(before, told, since));
}
