import type { DirectoryKey } from "#room/contract/schemas/directory.ts";

/** The key of an entry: its id and, for a fee, its first day. */
export function entryKey({ kind, id, activeFrom }: DirectoryKey): string {
  return kind === "fee" ? `${kind} ${id} ${activeFrom ?? ""}` : `${kind} ${id}`;
}
