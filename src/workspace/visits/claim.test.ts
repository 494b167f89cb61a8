import { expect, test } from "vitest";
import { buildVisitRow } from "#room/testing/builders.ts";
import { holderOf, isSameUser, isWithAnother } from "./claim.ts";

const now = Date.parse("2026-11-28T10:00:00Z");
const row = buildVisitRow(0, {
  state: "withheld",
  takenBy: "Robin",
  takenUntil: "2026-11-28T10:00:01.0000000Z",
});

test("a taken visit is held until its time is over", () => {
  const holder = { by: "Robin", until: now + 1000 };
  expect(holderOf(row, now)).toEqual(holder);
  expect(holderOf({ ...row, state: "refused" }, now)).toEqual(holder);
  expect(holderOf(row, now + 1000)).toBeUndefined();
  for (const state of ["charged", "voided", "closed"] as const)
    expect(holderOf({ ...row, state }, now), state).toBeUndefined();
  const { takenBy: _by, ...unheld } = row;
  expect(holderOf(unheld, now)).toBeUndefined();
  const { takenUntil: _until, ...endless } = row;
  expect(holderOf(endless, now)).toBeUndefined();
});

test("a user is the same in capitals; another is another", () => {
  expect([isSameUser("Robin", "rOBIN"), isSameUser("robin", "casey")]).toEqual([true, false]);
  expect([isWithAnother(row, "robin", now), isWithAnother(row, "casey", now)]).toEqual([false, true]);
  expect(isWithAnother(row, "casey", now + 1000)).toBe(false);
});
