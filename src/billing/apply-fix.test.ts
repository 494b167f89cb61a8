import { expect, test } from "vitest";
import { applyFix } from "./apply-fix.ts";
import type { Edit } from "./finding.ts";

const apply = (value: unknown, ...edits: Edit[]) => applyFix(value, { edits });

test("setting undefined removes the member and no other", () => {
  const value = { a: { b: 1, c: 2 } };
  const after = apply(value, { kind: "set", path: ["a", "b"], value: undefined });
  expect(after).toStrictEqual({ a: { c: 2 } });
  expect(value).toStrictEqual({ a: { b: 1, c: 2 } });
});

test("an undefined place of a list stays a place", () => {
  const after = apply({ a: [1, 2] }, { kind: "set", path: ["a", 0], value: undefined });
  expect(after).toStrictEqual({ a: [undefined, 2] });
});

test.each([undefined, null, "text", 7])("what is missing is made on the way from %s", (a) => {
  expect(apply({ a }, { kind: "set", path: ["a", "b"], value: 1 })).toStrictEqual({ a: { b: 1 } });
  expect(apply({ a }, { kind: "set", path: ["a", 0, "b"], value: 1 })).toStrictEqual({ a: [{ b: 1 }] });
  expect(apply({ a }, { kind: "set", path: ["a", 1], value: 1 })).toEqual({ a: [undefined, 1] });
});

test("rows are removed and moved; what else stands is shared", () => {
  const value = { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], other: {} };
  const removed = apply(value, { kind: "remove", path: ["rows", 1] }) as typeof value;
  expect(removed.rows).toStrictEqual([{ id: 1 }, { id: 3 }]);
  expect(removed.other).toBe(value.other);
  expect(removed.rows[0]).toBe(value.rows[0]);
  expect(apply({ visit: value }, { kind: "move", path: ["visit", "rows", 2], to: 0 })).toStrictEqual({
    visit: { rows: [{ id: 3 }, { id: 1 }, { id: 2 }], other: {} },
  });
});

test("a row is not removed from what is no list", () => {
  for (const rows of [null, "text"])
    expect(apply({ rows }, { kind: "remove", path: ["rows", 0] })).toStrictEqual({ rows });
});

test("a diagnosis is added once, numbered where all are", () => {
  const [a, b] = [{ icd10DiagCode: "J02.9" }, { icd10DiagCode: "R05.9", priority: 7 }];
  const add = (rows: unknown) => apply({ rows }, { kind: "add-diagnosis", path: ["rows"], value: b } as Edit);
  expect(add(undefined)).toStrictEqual({ rows: [{ icd10DiagCode: "R05.9" }] });
  expect(add([a])).toStrictEqual({ rows: [a, { icd10DiagCode: "R05.9" }] });
  const numbered = [
    { ...a, priority: 2 },
    { icd10DiagCode: "E11.9", priority: 1 },
  ];
  expect(add(numbered)).toStrictEqual({ rows: [...numbered, { icd10DiagCode: "R05.9", priority: 3 }] });
  expect(add([a, b])).toStrictEqual({ rows: [a, b] });
});
