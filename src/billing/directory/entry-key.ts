import type { DirectoryKey } from "#room/contract/schemas/directory.ts";

/** What tells entries apart: the id, and of a fee its first day too. */
export function entryKey({ kind, id, activeFrom }: DirectoryKey): string {
  return kind === "fee" ? `${kind} ${id} ${activeFrom ?? ""}` : `${kind} ${id}`;
}
