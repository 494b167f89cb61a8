import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** Whether the entry is in force on that day. Without a day: true. */
export function isInForce(
  { activeFrom, activeTo }: Pick<DirectoryEntry, "activeFrom" | "activeTo">,
  day: string | undefined,
): boolean {
  if (day === undefined) return true;
  return (!activeFrom || activeFrom <= day) && (!activeTo || day <= activeTo);
}
