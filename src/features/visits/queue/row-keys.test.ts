import { expect, test } from "vitest";
import {
  columnsFor,
  columnsOf,
  minWidth,
  shownColumns,
  withRoomFor,
} from "#room/features/visits/list/column-choice.ts";
import { actionOf } from "#room/features/visits/list/visits-row.tsx";
import { keyMove } from "./use-table-keys.ts";
import { attempt, row } from "./test-row.ts";

test("fixed columns stay, and the issue keeps its width", () => {
  expect(columnsFor("browser", []).wide.map((column) => column.id)).toEqual(["state", "visit", "amount"]);
  expect(columnsFor("browser", "broken").wide.length).toBe(7);
  const { columns: medium } = shownColumns(columnsFor("browser", undefined), 820);
  expect(medium.map((column) => column.id)).not.toContain("lines");
  expect(minWidth(medium)).toBeLessThanOrEqual(820);
  const { columns: all } = shownColumns(
    columnsFor(
      "browser",
      columnsOf("browser").map(({ id }) => id),
    ),
    800,
  );
  const others = all.reduce((sum, { width }) => sum + (width ?? 0), 0);
  expect(minWidth(all)).toBeGreaterThanOrEqual(others + 100 + 200);
});

test("payer and practice are listed where several are used", () => {
  const shown = (width: number, unused: readonly ("practice" | "payer")[]) =>
    shownColumns(columnsFor("clinic", undefined, unused), width).columns;
  const ids = shown(1200, []).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["practice", "payer", "service", "reason", "amount"]));
  expect(minWidth(shown(1200, []))).toBeLessThanOrEqual(1200);
  expect(shown(1600, ["payer"]).map(({ id }) => id)).not.toContain("payer");
});

test("keys move the active row and act on it", () => {
  const at = { active: 2, count: 5, page: 10, isOnRow: true };
  const press = (key: string, changes = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...changes,
  });
  expect(keyMove(press("ArrowDown"), at)).toEqual({ to: 3 });
  expect(keyMove(press("PageDown"), at)).toEqual({ to: 4 });
  expect(keyMove(press("Home"), at)).toEqual({ to: 0 });
  expect(keyMove(press(" "), at)).toEqual({ does: "toggle" });
  expect(keyMove(press(" ", { shiftKey: true }), at)).toEqual({ does: "extend" });
  expect(keyMove(press("Escape"), at)).toEqual({ does: "clear" });
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

test("a visit's column is as wide as its longest name", () => {
  const choice = columnsFor("clinic", undefined);
  const widthFor = (longest: number) =>
    shownColumns(withRoomFor(choice, longest), 1400).columns.find(({ id }) => id === "visit")?.width;
  expect([0, 9, 20, 60].map(widthFor)).toEqual([82, 88, 176, 232]);
});
