import * as z from "zod/mini";

export const peopleOrders = ["name", "last-sign-in", "created"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/** What of the page stands in its address. */
export const peopleSearch = z.object({
  sort: z.catch(z.optional(z.enum(peopleOrders)), undefined),
  page: z.catch(z.optional(z.coerce.number().check(z.int(), z.positive())), undefined),
});
