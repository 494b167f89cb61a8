import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import type { OwnClock } from "#room/server/store/figures/figure-scope.ts";
import type { DirectoryRepository } from "#room/server/store/directory-repository.ts";

const indexes = new WeakMap<
  DirectoryRepository,
  { readonly version: number; readonly index: DirectoryIndex }
>();

/** The directory as it is now: read whole again only after a change. */
export async function directoryNow(directory: DirectoryRepository): Promise<DirectoryIndex> {
  const known = indexes.get(directory);
  const { version, isWhole, entries, removed } = await directory.changesSince(known?.version ?? 0);
  if (known && !isWhole && entries.length === 0 && removed.length === 0) return known.index;
  const index = new DirectoryIndex(known ? (await directory.changesSince(0)).entries : entries);
  indexes.set(directory, { version, index });
  return index;
}

/** Practices whose clock is not the clinic's, by time zone, with the ids that were merged into them. */
export async function ownClocks(directory: DirectoryRepository): Promise<readonly OwnClock[]> {
  return clocksOf(await directoryNow(directory));
}

export function clocksOf(index: DirectoryIndex): readonly OwnClock[] {
  const clocks = new Map<string, string[]>();
  for (const { kind, id } of index.entries) {
    const timeZone = kind === "practice" ? index.find("practice", id)?.timeZone : undefined;
    if (timeZone) clocks.set(timeZone, [...(clocks.get(timeZone) ?? []), id]);
  }
  return [...clocks].map(([timeZone, practiceIds]) => ({ timeZone, practiceIds }));
}
