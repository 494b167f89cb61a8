import { expect, test } from "vitest";
import { firstUsers, isAddress, repeatedIn } from "./first-users.ts";

const [userName, password, address] = ["casey", "password 1", "casey@direct.example"];
const plain = { userName, password };

test.each([
  ["casey:password 1:casey@direct.example", [{ ...plain, address }]],
  ["casey:password 1: casey@direct.example ", [{ ...plain, address }]],
  [" casey :password 1", [plain]],
  ["casey:password 1:", [plain]],
  ["casey:password 1: ", [plain]],
  ["casey:pass:word:", [{ userName, password: "pass:word" }]],
  ["casey:         ", undefined],
  ["casey:password:1", [{ userName, password: "password:1" }]],
  ["casey:pass:word:1:casey@direct.example", [{ userName, password: "pass:word:1", address }]],
  // No address without a password before it.
  ["casey:casey@direct.example", [{ userName, password: address }]],
  ["casey:12345678", [{ userName, password: "12345678" }]],
  [
    "; casey:password 1 ; ;robin:password 2:;",
    [
      { userName, password: "password 1 " },
      { userName: "robin", password: "password 2" },
    ],
  ],
  ["casey:1234567", undefined],
  ["casey:password 1;robin:short", undefined],
  ["ca;sey:password 1", undefined],
  [":password 1", undefined],
  ["casey", undefined],
  ["casey::", undefined],
  [" ; ", undefined],
  ["", undefined],
])("%j is %j", (text, users) => {
  expect(firstUsers(text)).toStrictEqual(users);
});

test.each([
  ["a@b", true],
  ["casey.o'hara+1@direct.clinic-1.example", true],
  ["CASEY@DIRECT.EXAMPLE", true],
  [`${"a".repeat(252)}@b`, true],
  [`${"a".repeat(253)}@b`, false],
  ["a@b.", false],
  ["a@.b", false],
  ["@b", false],
  ["a@", false],
  ["a b@c", false],
  ["a@b c", false],
  ["a@b@c", false],
  [" a@b", false],
  ["a@b ", false],
])("whether %j is an address is %s", (text, is) => {
  expect(isAddress(text)).toBe(is);
});

test("what two have is told, whatever the case", () => {
  const robin = { userName: "robin", password };
  expect(repeatedIn([{ ...plain, address }, robin])).toBeUndefined();
  expect(repeatedIn([plain, robin, { ...plain, userName: "CASEY" }])).toBe("the name CASEY");
  expect(
    repeatedIn([
      { ...plain, address },
      { ...robin, address: "Casey@direct.example" },
    ]),
  ).toBe("the address Casey@direct.example");
  const kim = { userName: "kim", password };
  expect(repeatedIn([plain, robin, { ...kim, address }, { ...kim, userName: "lee", address }])).toBe(
    `the address ${address}`,
  );
  // A name is no address.
  expect(
    repeatedIn([
      { userName: address, password },
      { ...robin, address },
    ]),
  ).toBeUndefined();
});
