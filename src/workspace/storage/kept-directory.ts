import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** The clinic's directory as the service last told it, so that names and fees are there offline. */
export interface KeptDirectory {
  /** 0: nothing was told yet. */
  readonly version: number;
  readonly entries: readonly DirectoryEntry[];
}

export const noDirectory: KeptDirectory = { version: 0, entries: [] };
