import { expect, test } from "vitest";
import { clinicColumnsFor } from "#room/features/visits/clinic/clinic-columns.ts";
import { columns, columnsFor, minWidth, shownColumns } from "./columns.ts";
import { keyMove } from "./key-move.ts";
import { actionOf } from "./row-action.ts";
import { attempt, row } from "./test-row.ts";

test("fixed columns stay, and the issue keeps its width", () => {
  expect(columnsFor([]).wide.map((column) => column.id)).toEqual(["state", "visit", "amount"]);
  expect(columnsFor("broken").wide.length).toBe(7);
  const { columns: medium } = shownColumns(columnsFor(undefined), 820);
  expect(medium.map((column) => column.id)).not.toContain("lines");
  expect(minWidth(medium)).toBeLessThanOrEqual(820);
  const { columns: all } = shownColumns(columnsFor(columns.map(({ id }) => id)), 800);
  const others = all.reduce((sum, { width }) => sum + (width ?? 0), 0);
  expect(minWidth(all)).toBeGreaterThanOrEqual(others + 100 + 200);
});

test("payer and practice are listed where several are used", () => {
  const shown = (width: number, used: readonly ("practice" | "payer")[]) =>
    shownColumns(clinicColumnsFor(undefined, new Set(used)), width).columns;
  const ids = shown(1200, ["practice", "payer"]).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(["practice", "payer", "service", "reason", "amount"]));
  expect(minWidth(shown(1200, ["practice", "payer"]))).toBeLessThanOrEqual(1200);
  expect(shown(1600, []).map(({ id }) => id)).not.toContain("payer");
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
