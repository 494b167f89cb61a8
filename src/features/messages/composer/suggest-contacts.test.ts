import { expect, it } from "vitest";
import { sendersOf, suggestContacts, takenUnchosen, withContacts, withPeople } from "./suggest-contacts.ts";

const contacts = [
  { address: "desk@direct.x.example", name: "Ines Park", lastUsedAt: 1, count: 1 },
  { address: "park@direct.x.example", lastUsedAt: 2, count: 9 },
  { address: "lab@direct.parkside.example", lastUsedAt: 3, count: 20 },
];

it("suggests by address and name, prefixes first, without duplicates", () => {
  const addresses = (typed: string, taken: string[] = []) =>
    suggestContacts(contacts, typed, new Set(taken)).map((contact) => contact.address);
  expect(addresses("")).toEqual([]);
  expect(addresses("park")).toEqual([
    "park@direct.x.example",
    "desk@direct.x.example",
    "lab@direct.parkside.example",
  ]);
  expect(addresses("park", ["park@direct.x.example"])).toHaveLength(2);
});

it("counts uses and keeps a name once it is known", () => {
  const next = withContacts(contacts, [{ address: "DESK@direct.x.example", name: "" }], 9);
  expect(next.find((contact) => contact.lastUsedAt === 9)).toMatchObject({ name: "Ines Park", count: 2 });
});

it("tells who was written to from whose letters were read", () => {
  const [read, written] = [
    { address: "a@x.example", name: "" },
    { address: "b@x.example", name: "" },
  ];
  const after = withContacts(withContacts([], [written], 1, { isWritten: true }), [read, written], 2);
  expect(after.map(({ address, isWrittenTo }) => [address, isWrittenTo])).toEqual([
    ["b@x.example", true],
    ["a@x.example", false],
  ]);
});

it("knows every sender once, after those written to", () => {
  const list = [
    { from: "Ines <DESK@direct.x.example>" },
    { from: '"Doe, Jane" <jane@direct.y.example>' },
    { from: "JANE@direct.y.example" },
    { from: null },
    {},
  ];
  const all = withPeople(contacts, sendersOf(list));
  expect(all.slice(0, 3)).toEqual(contacts);
  expect(all.slice(3)).toEqual([
    { address: "jane@direct.y.example", name: "Doe, Jane", lastUsedAt: 0, count: 0 },
  ]);
  expect(withPeople(contacts, sendersOf(list.slice(0, 1)))).toBe(contacts);
  expect(suggestContacts(all, "doe", new Set())).toHaveLength(1);
});

it("takes the only one found unchosen, never for an address", () => {
  const people = ["robin@direct.example", "robert@direct.example"].map((address) => ({
    address,
    lastUsedAt: 0,
    count: 0,
  }));
  const taken = (typed: string) => takenUnchosen(suggestContacts(people, typed, new Set()), typed);
  expect([taken("robi"), taken("rob"), taken("zoe"), taken("robin@"), taken("")]).toEqual([
    0, -1, -1, -1, -1,
  ]);
});
