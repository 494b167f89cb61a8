import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";

/** The clinic's directory as last sent by the service, so that names and fees are available offline. */
export interface KeptDirectory {
  /** 0: never loaded. */
  readonly version: number;
  readonly entries: readonly DirectoryEntry[];
}

export const noDirectory: KeptDirectory = { version: 0, entries: [] };
