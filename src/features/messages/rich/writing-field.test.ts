import { expect, test } from "vitest";
import { apart } from "./writing-field.ts";

test("inserted words keep a space from those around them", () => {
  expect(apart("J02.9", "code", "and")).toBe(" J02.9 ");
  expect(apart("J02.9", "code ", " and")).toBe("J02.9");
  expect(apart("J02.9", "", "")).toBe("J02.9 ");
  expect(apart("J02.9", "(", ")")).toBe("J02.9");
  expect(apart("J02.9", "for", ".")).toBe(" J02.9");
});
