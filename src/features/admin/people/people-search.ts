import { addressReader, count, oneOf } from "#room/contract/address-reader.ts";

export const peopleOrders = ["name", "last-sign-in", "created"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

export const peopleSearch = addressReader({
  sort: oneOf(...peopleOrders),
  page: count,
});
