import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

/**
 * What of the list of visits stands in its address: of the clinic's (`clinic-search.ts` reads it) or, with `in`, of this
 * browser's (`visits-search.ts`).
 */
export const visitsPageSearch = addressReader({
  in: oneOf("browser"),
  tab: text,
  state: text,
  reason: text,
  practice: text,
  payer: text,
  provider: text,
  service: text,
  age: text,
  waited: text,
  amount: text,
  who: text,
  sort: text,
  order: text,
});
export type VisitsPageSearch = ReturnType<typeof visitsPageSearch>;
