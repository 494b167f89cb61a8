import { addressReader, count, oneOf } from "#room/contract/address-reader.ts";

export const peopleOrders = ["name", "last-sign-in", "created"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/** What of the page stands in its address. */
export const peopleSearch = addressReader({
  sort: oneOf(...peopleOrders),
  page: count,
});
