import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

/**
 * What of the list of visits stands in its address: of the clinic's (`clinic-search.ts` reads it) or, with `in`, of this
 * browser's (`visits-search.ts`).
 */
export const visitsPageSearch = z.object({
  in: z.catch(z.optional(z.literal("browser")), undefined),
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
export type VisitsPageSearch = z.output<typeof visitsPageSearch>;
