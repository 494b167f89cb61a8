import { expect, test } from "vitest";
import type { Person } from "#room/contract/schemas/person.ts";
import { orderedPeople, pageOfPeople } from "./people-order.ts";
import { changedOf, personForm, valuesOfPerson } from "./person-form.ts";

function person(userName: string, more: Partial<Person> = {}): Person {
  return {
    userName,
    displayName: "",
    role: "clerk",
    rights: [],
    addresses: [],
    practices: [],
    isDisabled: false,
    hasPassword: true,
    createdAt: "2026-01-01T00:00:00.0000000",
    sessions: 0,
    ...more,
  };
}

const people = [
  person("robin", { lastSignInAt: "2026-11-02T00:00:00.0000000", createdAt: "2026-03-01T00:00:00.0000000" }),
  person("casey", { lastSignInAt: "2026-10-02T00:00:00.0000000", displayName: "Casey Morgan" }),
  person("drew", { addresses: ["drew@direct.example"] }),
];
const names = (list: readonly Person[]) => list.map(({ userName }) => userName);

test("orders people by name, last visit, or newest", () => {
  expect(names(orderedPeople(people, "name", ""))).toEqual(["casey", "drew", "robin"]);
  expect(names(orderedPeople(people, "last-sign-in", ""))).toEqual(["drew", "casey", "robin"]);
  expect(names(orderedPeople(people, "created", ""))).toEqual(["robin", "casey", "drew"]);
  expect(names(orderedPeople(people, "name", "MORGAN cas"))).toEqual(["casey"]);
  expect(names(orderedPeople(people, "name", "direct.example"))).toEqual(["drew"]);
});

test("sends only a person's changed values", () => {
  const before = person("drew", { role: "lead", rights: ["import-codes"], addresses: ["a@b.example"] });
  const values = valuesOfPerson(before);
  expect(changedOf(values, before)).toEqual({});
  expect(changedOf({ ...values, addresses: "a@b.example; c@d.example " }, before)).toEqual({
    addresses: ["a@b.example", "c@d.example"],
  });
  // Rights that come with the role are not granted separately.
  expect(changedOf({ ...values, role: "administrator" }, before)).toEqual({
    role: "administrator",
    rights: [],
  });
  expect(changedOf({ ...values, sees: "some", practices: ["1".repeat(32)] }, before)).toEqual({
    practices: ["1".repeat(32)],
  });
});

test("asks for a user name, and practices where limited", () => {
  const values = valuesOfPerson(person(""));
  const faults = (given: object) =>
    personForm.safeParse({ ...values, ...given }).error?.issues.map(({ path }) => path.join("."));
  expect(faults({})).toEqual(["userName"]);
  expect(faults({ userName: "drew", sees: "some" })).toEqual(["practices"]);
  expect(faults({ userName: "drew" })).toBeUndefined();
});

test("shows fifty on a page, and none behind the last", () => {
  const many = Array.from({ length: 120 }, (_, index) => person(`person${index}`));
  expect(pageOfPeople(many, 1)).toMatchObject({ page: 1, pages: 3, first: 1 });
  expect(names(pageOfPeople(many, 1).shown)).toEqual(names(many.slice(0, 50)));
  expect(pageOfPeople(many, 9)).toMatchObject({ page: 3, first: 101, shown: many.slice(100) });
  expect(pageOfPeople([], 4)).toEqual({ page: 1, pages: 1, first: 1, shown: [] });
});
