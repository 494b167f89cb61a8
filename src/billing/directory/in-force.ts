import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** True where the entry may be used on that day; without a day it may. */
export function isInForce(
  { activeFrom, activeTo }: Pick<DirectoryEntry, "activeFrom" | "activeTo">,
  day: string | undefined,
): boolean {
  if (day === undefined) return true;
  return (!activeFrom || activeFrom <= day) && (!activeTo || day <= activeTo);
}
