import { expect, test } from "vitest";
import { isSecondHalf, type Press } from "./double-click.ts";

const first: Press<string> = { at: 1000, x: 200, y: 50, overlay: undefined };

test("a second click over what a dialog changed is swallowed", () => {
  const over: Press<string> = { at: 1180, x: 202, y: 51, overlay: "dialog" };
  expect(isSecondHalf(first, over)).toBe(true);
  expect(isSecondHalf(undefined, over)).toBe(false);
  expect(isSecondHalf(first, { ...over, overlay: undefined })).toBe(false);
  expect(isSecondHalf(first, { ...over, at: 1600 })).toBe(false);
  expect(isSecondHalf(first, { ...over, x: 260 })).toBe(false);
  expect(isSecondHalf({ ...first, overlay: "dialog" }, over)).toBe(false);
  expect(isSecondHalf({ ...first, overlay: "dialog" }, { ...over, overlay: undefined })).toBe(true);
});
