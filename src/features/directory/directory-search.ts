import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

/** Duplicates the kinds, so that the URL can be parsed without loading the contract. */
export const directoryTabs = [
  "practice",
  "provider",
  "payer",
  "fee",
  "unnamed",
  "import",
] as const satisfies readonly (DirectoryKind | "unnamed" | "import")[];
export type DirectoryTab = (typeof directoryTabs)[number];

export const directorySearch = addressReader({
  tab: oneOf(...directoryTabs),
  name: text,
});
