import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

/**
 * The visit list's URL parameters: the clinic's (read by `clinic-search.ts`) or, with `in`, this browser's
 * (`visits-search.ts`).
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
