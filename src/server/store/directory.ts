import type { Money } from "#room/contract/primitives/money.ts";
import type { DirectoryEntry, DirectoryKey } from "#room/contract/schemas/directory.ts";

/** The changes since a version. */
export interface DirectoryChanges {
  readonly version: number;
  /** True: `entries` is the complete directory. */
  readonly isWhole: boolean;
  readonly entries: readonly DirectoryEntry[];
  readonly removed: readonly DirectoryKey[];
}

/** A GUID, with the number of visits that contain it. */
export interface SeenId {
  readonly kind: DirectoryKey["kind"];
  readonly id: string;
  readonly count: number;
  /** For a fee: its most frequent code and unit price. */
  readonly code?: string;
  readonly amount?: Money;
}

/** The GUIDs in the newest visits. */
export interface SeenIds {
  readonly visits: number;
  /** How many of them had their fees read. */
  readonly visitsForFees: number;
  readonly seen: readonly SeenId[];
}

/** The clinic's practices, providers, payers and fees. Versions are numbered; ids are canonical. */
export interface Directory {
  /** The changes since a version; everything for 0, and for a version this store never had. */
  changesSince(version: number): Promise<DirectoryChanges>;
  /** All or nothing. Returns the new version, or undefined when there was another save since `after`. */
  save(
    changes: { readonly entries: readonly DirectoryEntry[]; readonly removed: readonly DirectoryKey[] },
    options: { readonly after: number },
  ): Promise<number | undefined>;
  /** The ids in the newest visits, limited to these practices unless empty. */
  seen(practices: readonly string[]): Promise<SeenIds>;
}
