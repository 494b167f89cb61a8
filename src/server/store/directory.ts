import type { Money } from "#room/contract/primitives/money.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";

/** What changed after a version. */
export interface DirectoryChanges {
  readonly version: number;
  /** True: `entries` are all there are. */
  readonly isWhole: boolean;
  readonly entries: readonly DirectoryEntry[];
  readonly removed: readonly DirectoryKey[];
}

/** A GUID, with the number of visits that have it. */
export interface SeenId {
  readonly kind: DirectoryKey["kind"];
  readonly id: string;
  readonly count: number;
  /** Of a fee: the code that it mostly stands beside, and what one unit of it mostly costs. */
  readonly code?: string;
  readonly amount?: Money;
}

/** GUIDs of the newest visits. */
export interface SeenIds {
  readonly visits: number;
  /** Of how many of them the fees were read. */
  readonly visitsForFees: number;
  readonly seen: readonly SeenId[];
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
