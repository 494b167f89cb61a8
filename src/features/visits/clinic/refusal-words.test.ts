import { expect, test } from "vitest";
import { NotTheWriter } from "#room/workspace/browser/failures.ts";
import { refusalWords } from "./refusal-words.ts";

test("another tab at a visit is nothing gone wrong", () => {
  expect(refusalWords(new NotTheWriter())).toBe("Another tab is editing this.");
});
