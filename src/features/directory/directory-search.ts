import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

/** The kinds once more, so that the address can be read without the contract. */
export const directoryTabs = [
  "practice",
  "provider",
  "payer",
  "fee",
  "unnamed",
  "import",
] as const satisfies readonly (DirectoryKind | "unnamed" | "import")[];
export type DirectoryTab = (typeof directoryTabs)[number];

/** What of the directory's page stands in its address. */
export const directorySearch = addressReader({
  tab: oneOf(...directoryTabs),
  /** An id that is to be named. */
  name: text,
});
