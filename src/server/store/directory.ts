import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";

/** What changed after a version. */
export interface DirectoryChanges {
  readonly version: number;
  /** True: `entries` are all there are. */
  readonly isWhole: boolean;
  readonly entries: readonly DirectoryEntry[];
  readonly removed: readonly DirectoryKey[];
}

/** GUIDs of the newest visits, with the number of visits that have each. */
export interface SeenIds {
  readonly visits: number;
  readonly seen: readonly { readonly kind: DirectoryKey["kind"]; readonly id: string; count: number }[];
}

/** The clinic's practices, providers, payers and fees. Each version has a number; ids are canonical. */
export interface Directory {
  /** What came after that version; everything for 0, and for one that this store never had. */
  changesSince(version: number): Promise<DirectoryChanges>;
  /** All of it or nothing. The new version; undefined when another was saved since `after`. */
  save(
    changes: { readonly entries: readonly DirectoryEntry[]; readonly removed: readonly DirectoryKey[] },
    options: { readonly after: number },
  ): Promise<number | undefined>;
  /** The ids of the newest visits, of these practices alone where any are named. */
  seen(practices: readonly string[]): Promise<SeenIds>;
}
