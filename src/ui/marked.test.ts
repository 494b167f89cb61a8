import fc from "fast-check";
import { expect, it } from "vitest";
import { piecesOf } from "./marked.tsx";

it("marks every place of every word, in any case", () => {
  const marked = (text: string, words: string[]) =>
    piecesOf(text, words)
      .map(({ piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
      .join("");
  expect(marked("Lab results (Lab)", ["lab"])).toBe("[Lab] results ([Lab])");
  expect(marked("Jane Doe", ["ja", "jane", "."])).toBe("[Jane] Doe");
  expect(marked("a.b", ["."])).toBe("a[.]b");
});

it("keeps the text whole, whatever the words", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (text, words) => {
      expect(
        piecesOf(text, words)
          .map(({ piece }) => piece)
          .join(""),
      ).toBe(text);
    }),
  );
});
