import { expect, test } from "vitest";
import { columns, columnsFor, minWidth } from "./columns.ts";
import { keyMove } from "./key-move.ts";
import { actionOf } from "./row-action.ts";
import { attempt, row } from "./test-row.ts";

test("fixed columns stay, and the issue keeps its width", () => {
  expect(columnsFor([]).wide.map((column) => column.id)).toEqual(["state", "visit", "amount"]);
  expect(columnsFor("broken").wide.length).toBe(7);
  expect(columnsFor(undefined).medium.map((column) => column.id)).not.toContain("lines");
  const all = columnsFor(columns.map(({ id }) => id)).medium;
  const others = all.reduce((sum, { width }) => sum + (width ?? 0), 0);
  expect(minWidth(all, 100)).toBeGreaterThanOrEqual(others + 100 + 200);
});

test("keys move the active row and act on it", () => {
  const at = { active: 2, count: 5, page: 10, isOnRow: true };
  const press = (key: string, changes = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...changes,
  });
  expect(keyMove(press("ArrowDown"), at)).toEqual({ to: 3 });
  expect(keyMove(press("PageDown"), at)).toEqual({ to: 4 });
  expect(keyMove(press("Home"), at)).toEqual({ to: 0 });
  expect(keyMove(press(" "), at)).toEqual({ does: "toggle" });
  expect(keyMove(press("a", { ctrlKey: true }), at)).toEqual({ does: "all" });
  expect(keyMove(press("r", { ctrlKey: true }), at)).toBeUndefined();
  expect(keyMove(press(" "), { ...at, isOnRow: false })).toBeUndefined();
  expect(keyMove(press("ArrowDown"), { ...at, count: 0 })).toBeUndefined();
});

test.each([
  ["charged", { source: { kind: "example" } }, undefined],
  ["waiting", { source: { kind: "example" } }, "Withdraw"],
  ["draft", { source: { kind: "example" } }, "Try"],
  ["unknown", { source: { kind: "example" }, attempts: [attempt] }, "Retry"],
  ["withheld", { attempts: [attempt], replacedBy: "b" }, undefined],
  ["draft", { hasIncoming: true }, "Merge…"],
  ["draft", {}, "Send"],
] as const)("the button of a %s row with %j", (state, changes, words) => {
  expect(actionOf(row(1, state, changes))?.[1]).toBe(words);
});
