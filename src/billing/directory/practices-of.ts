import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** The practices that an entry names: its own, the one it is the same as, or the one whose price it is. */
export function practicesOf({ kind, id, mergedInto, practiceId }: Partial<DirectoryEntry>): string[] {
  return (kind === "practice" ? [id, mergedInto] : [practiceId]).flatMap((each) => each || []);
}
