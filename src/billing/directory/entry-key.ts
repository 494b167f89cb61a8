import type { DirectoryKey } from "#room/contract/schemas/directory.ts";

export function entryKey({ kind, id, activeFrom }: DirectoryKey): string {
  return kind === "fee" ? `${kind} ${id} ${activeFrom ?? ""}` : `${kind} ${id}`;
}
