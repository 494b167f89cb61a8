import { expect, test } from "vitest";
import { comboboxProps, placeAfterKey } from "./combobox.ts";

const at = (active: number, count = 3) => ({ count, active });

test("arrows stop at the ends, in the field, or wrap", () => {
  expect(placeAfterKey("ArrowDown", at(-1), { beforeFirst: "field" })).toBe(0);
  expect(placeAfterKey("ArrowDown", at(2), { beforeFirst: "field" })).toBe(2);
  expect(placeAfterKey("ArrowUp", at(0), { beforeFirst: "field" })).toBe(-1);
  expect(placeAfterKey("ArrowUp", at(0), { beforeFirst: "nowhere" })).toBe(0);
  expect(placeAfterKey("ArrowUp", at(-1), { beforeFirst: "last" })).toBe(2);
  expect(placeAfterKey("ArrowUp", at(0), { beforeFirst: "last" })).toBe(2);
  expect(placeAfterKey("ArrowDown", at(2), { beforeFirst: "last" })).toBe(0);
});

test("pages stop at the ends; other keys pass through", () => {
  expect(placeAfterKey("PageDown", at(0, 20), { beforeFirst: "last", page: 8 })).toBe(8);
  expect(placeAfterKey("PageDown", at(15, 20), { beforeFirst: "last", page: 8 })).toBe(19);
  expect(placeAfterKey("PageUp", at(3, 20), { beforeFirst: "last", page: 8 })).toBe(0);
  expect(placeAfterKey("PageDown", at(0), { beforeFirst: "last" })).toBeUndefined();
  expect(placeAfterKey("Home", at(1), { beforeFirst: "last", page: 8 })).toBeUndefined();
  expect(placeAfterKey("ArrowDown", at(-1, 0), { beforeFirst: "field" })).toBeUndefined();
});

test("names a list and option only while they exist", () => {
  expect(comboboxProps({ listId: "l", count: 0, active: 0 })).toEqual({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": false,
  });
  expect(comboboxProps({ listId: "l", count: 2, active: 1 })).toMatchObject({
    "aria-expanded": true,
    "aria-controls": "l",
    "aria-activedescendant": "l-1",
  });
});
