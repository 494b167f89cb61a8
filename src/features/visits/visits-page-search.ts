import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";
import { recordOf } from "#room/contract/keys-of.ts";
import { filterIds } from "./list/list-names.ts";

/** The visit list's URL parameters: the clinic's or, with `in`, this browser's; read by `list-search.ts`. */
export const visitsPageSearch = addressReader({
  in: oneOf("browser"),
  tab: text,
  ...recordOf(filterIds, () => text),
  sort: text,
  order: text,
});
export type VisitsPageSearch = ReturnType<typeof visitsPageSearch>;
