import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { followNames } from "#room/features/names/names-now.ts";
import { noDirectory } from "#room/workspace/storage/kept-directory.ts";

/** Makes these the clinic's names. Tests of other files share the process: a file that names something ends with none. */
export function namesAre(entries: readonly DirectoryEntry[]): void {
  const value = { ...noDirectory, version: 1, entries };
  followNames({ get: () => value, subscribe: () => () => undefined, update: async () => undefined });
}
