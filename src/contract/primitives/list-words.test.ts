import { expect, test } from "vitest";
import { listWords } from "./list-words.ts";

test("a list reads as a sentence says it", () => {
  expect(listWords([])).toBe("");
  expect(listWords([2])).toBe("2");
  expect(listWords(["USD", "EUR"])).toBe("USD and EUR");
  expect(listWords([2, 3, 4])).toBe("2, 3, and 4");
});
