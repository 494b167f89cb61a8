import type { Person } from "#room/contract/schemas/person.ts";
import type { PeopleOrder } from "./people-search.ts";

const byName = (one: Person, other: Person) => one.userName.localeCompare(other.userName, "en");

/** Least recently active first, preceded by people who never signed in: that way unused accounts are found. */
const orders: Readonly<Record<PeopleOrder, (one: Person, other: Person) => number>> = {
  name: byName,
  "last-sign-in": (one, other) =>
    (one.lastSignInAt ?? "").localeCompare(other.lastSignInAt ?? "") || byName(one, other),
  created: (one, other) => other.createdAt.localeCompare(one.createdAt) || byName(one, other),
};

export function orderedPeople(people: readonly Person[], order: PeopleOrder, typed: string): Person[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = people.filter(({ userName, displayName, role, addresses }) => {
    const text = [userName, displayName, role, ...addresses].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.sort(orders[order]);
}

/** People per page: each has a menu, and hundreds of them slow the browser. */
const perPage = 50;

/** The requested page, or the last one if there are fewer; `first` is the number of its first person. */
export function pageOfPeople(found: readonly Person[], requested: number) {
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(Math.max(1, requested), pages);
  const from = (page - 1) * perPage;
  return { page, pages, first: from + 1, shown: found.slice(from, from + perPage) };
}
