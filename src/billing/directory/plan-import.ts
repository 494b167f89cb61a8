import { isSameContent } from "#room/contract/same-content.ts";
import { entryKey } from "./entry-key.ts";
import type { DirectoryEntry, DirectoryKind } from "#room/contract/schemas/directory.ts";
import type { readImport } from "./read-import.ts";

/** The effect of an import. Nothing is removed: entries missing from a file can be given a last day instead. */
export type ImportPlan = ReturnType<typeof planImport>;

/** Whether two versions of an entry are equal; undefined and an empty entry are the same. */
export function isSameEntry(one: DirectoryEntry | undefined, other: DirectoryEntry | undefined): boolean {
  return one && other ? isSameContent(bare(one), bare(other)) : one === other;
}

function bare(entry: DirectoryEntry): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== "" &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * Compares a file's entries with the directory. Members without a column stay as they are; an empty cell removes the
 * member. While a line is skipped none is missing: it may be that line's.
 */
export function planImport(
  kind: DirectoryKind,
  kept: readonly DirectoryEntry[],
  { entries, faults }: ReturnType<typeof readImport>,
  today: string,
) {
  const before = new Map(
    kept.filter((entry) => entry.kind === kind).map((entry) => [entryKey(entry), entry]),
  );
  const added: DirectoryEntry[] = [];
  const changed: { before: DirectoryEntry; after: DirectoryEntry }[] = [];
  let unchanged = 0;
  for (const entry of entries) {
    const known = before.get(entryKey(entry));
    before.delete(entryKey(entry));
    if (!known) added.push(entry);
    else {
      const after: DirectoryEntry = { ...known, ...entry };
      if (isSameEntry(known, after)) unchanged += 1;
      else changed.push({ before: known, after });
    }
  }
  const missing = [...before.values()].filter(
    ({ activeTo, mergedInto }) => faults.length === 0 && !mergedInto && (!activeTo || activeTo >= today),
  );
  return { added, changed, missing, unchanged };
}

export function changedMembers(before: DirectoryEntry, after: DirectoryEntry): string[] {
  const [was, is] = [bare(before), bare(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (member) => !isSameContent(was[member], is[member]),
  );
}

/** The entry with a last day. If that is before its first day, it ends on its first day. */
export function ended(entry: DirectoryEntry, day: string): DirectoryEntry {
  return { ...entry, activeTo: entry.activeFrom && entry.activeFrom > day ? entry.activeFrom : day };
}
