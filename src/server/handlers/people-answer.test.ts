import { expect, test } from "vitest";
import type { SignedInContext } from "#room/server/handler.ts";
import { ChangedSince } from "#room/server/store/changed-since.ts";
import { AlreadyTaken, LastAdministrator, type UserRecord } from "#room/server/store/user-repository.ts";
import {
  changesOf,
  checkedUserName,
  checkGives,
  checkReach,
  personOf,
  refusalOfStore,
} from "./people-answer.ts";

const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? Reflect.get(error, "errorCode") : undefined;
  }
};

test("a user name is taken without the spaces around it", () => {
  expect(checkedUserName({ userName: " kim " })).toBe("kim");
  expect(codeOf(() => checkedUserName({ userName: "k:m" }))).toBe("RegularExpression");
});

const asSomebody = (practices: readonly string[], rights: readonly string[] = []) =>
  // What the checks use of it.
  ({ session: { practices, rights: new Set(rights) } }) as unknown as SignedInContext;

test.each([
  [[], [], undefined],
  [["a"], [], undefined],
  [["a"], ["a", "b"], undefined],
  [[], ["a"], "OutsideYourPractices"],
  [["b"], ["a"], "OutsideYourPractices"],
  [["a", "b"], ["a"], "OutsideYourPractices"],
])("people of %j are within %j: %s", (practices, own, code) => {
  expect(codeOf(() => checkReach(practices, asSomebody(own)))).toBe(code);
});

test.each([
  [undefined, [], undefined],
  [[], [], undefined],
  [["visits"], [], undefined],
  [["import-codes"], ["import-codes"], undefined],
  [["visits", "import-codes"], [], "OutsideYourPractices"],
])("who has visits gives %j to whom has %j: %s", (rights, before, code) => {
  expect(codeOf(() => checkGives(rights, before, asSomebody([], ["visits"])))).toBe(code);
});

test("a person is shown with what waits for them", () => {
  const user = {
    userId: 7,
    name: "kim",
    displayName: "Kim Lee",
    role: "lead",
    rights: ["import-codes"],
    addresses: ["kim@direct.example"],
    practices: ["a"],
    disabled: false,
    createdAt: 0,
    passwordRecord: undefined,
    lastSignInAt: undefined,
  } as unknown as UserRecord; // what is shown of it
  const around = {
    sessions: new Map([[7, 2]]),
    links: new Map<number, number>(),
    factors: new Set<number>(),
    needsFactor: (role: string) => role === "lead",
    restoredAt: undefined,
  };
  const shown = personOf(user, around);
  expect(shown).toMatchObject({
    rights: ["import-codes"],
    addresses: ["kim@direct.example"],
    practices: ["a"],
    hasPassword: false,
    secondFactor: "missing",
    sessions: 2,
  });
  expect([shown.linkUntil, shown.lastSignInAt, "isBeforeRestore" in shown]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  const other = { ...user, userId: 8, role: "clerk", passwordRecord: "record" } as const;
  expect(personOf(other, around)).toMatchObject({ hasPassword: true, secondFactor: "none", sessions: 0 });
  const factors = new Set([7]);
  expect(personOf(user, { ...around, factors, restoredAt: 1 })).toMatchObject({
    secondFactor: "set",
    isBeforeRestore: true,
  });
  expect(personOf({ ...user, createdAt: 1 }, { ...around, restoredAt: 1 })).not.toHaveProperty(
    "isBeforeRestore",
  );
});

test("only what is given is changed, in one spelling", () => {
  const none = { displayName: null, role: null, rights: null, practices: null, isDisabled: null };
  expect(Object.values(changesOf({ ...none, addresses: null }))).toEqual(Array(6).fill(undefined));
  const id = "A".repeat(32);
  expect(
    changesOf({ addresses: [" kim@direct.example "], practices: [id, "x"], isDisabled: false }),
  ).toMatchObject({ addresses: ["kim@direct.example"], practices: [id.toLowerCase()], disabled: false });
  expect(() => changesOf({ addresses: ["kim"] })).toThrow("This isn’t an address");
  const wrong = () => changesOf({ addresses: ["kim@direct.example", "kim"] });
  expect(wrong).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ fieldName: "addresses[1]" })] }),
  );
});

test.each([
  [new ChangedSince(), "PersonChanged", undefined],
  [new LastAdministrator("kim"), "LastAdministrator", undefined],
  [new AlreadyTaken("name", "kim"), "UserNameTaken", "userName"],
  [new AlreadyTaken("address", "kim@direct.example"), "AddressTaken", "addresses"],
])("%o is told as %s", (error, errorCode, fieldName) => {
  const errors = fieldName === undefined ? [] : [expect.objectContaining({ errorCode, fieldName })];
  expect(refusalOfStore(error)).toMatchObject({ status: 409, errorCode, errors });
});

test("any other error stays what it is", () => {
  const error = new Error("The disk is full");
  expect(refusalOfStore(error)).toBe(error);
  expect(refusalOfStore(new ChangedSince(), "ClinicChanged")).toMatchObject({ errorCode: "ClinicChanged" });
});
