import { expect, test } from "vitest";
import { extraRights, isRole, programRights, rights, rightsOf, roleNames, roles } from "./rights.ts";

const visitWork = ["visits", "messages", "codes"];
const leadWork = [
  "close-visits",
  "correct-charges",
  "assign-visits",
  "close-days",
  "people-figures",
  "export-lists",
  "share-views",
  "directory",
];

test("each role may do this, and no more", () => {
  expect(roles).toEqual({
    clerk: visitWork,
    lead: [...visitWork, ...leadWork],
    administrator: rights,
    auditor: ["codes", "trail", "health"],
  });
  expect(roleNames).toEqual(["clerk", "lead", "administrator", "auditor"]);
});

test("a person has their role's rights and those added", () => {
  expect([...rightsOf("clerk", [])]).toEqual(visitWork);
  expect([...rightsOf("clerk", ["import-codes"])]).toEqual([...visitWork, "import-codes"]);
  expect([...rightsOf("clerk", ["people", "no-longer-a-right"])]).toEqual(visitWork);
  expect(extraRights).toEqual(["import-codes"]);
});

test("no API key holds mail, people, keys or backups", () => {
  const personal = ["messages", "people", "keys", "backups", "clinic", "share-views", "correct-charges"];
  expect(programRights.filter((right) => personal.includes(right))).toEqual([]);
  expect(programRights).toContain("visits");
});

test("a role is one of these names, nothing inherited", () => {
  expect(isRole("clerk")).toBe(true);
  for (const name of ["toString", "Clerk", ""]) expect(isRole(name)).toBe(false);
});
