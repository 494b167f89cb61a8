import { Node as LetterNode } from "prosemirror-model";
import { expect, test } from "vitest";
import { keptInHtml, spacesOfHtml } from "./kept-spaces.ts";
import { letterSchema } from "./letter-schema.ts";

const lineOf = (...texts: string[]) =>
  LetterNode.fromJSON(letterSchema, {
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: texts.map((text, at) =>
          text === "\n" ? { type: "br" } : { type: "text", text, marks: at % 2 ? [{ type: "b" }] : [] },
        ),
      },
    ],
  });
const kept = (...texts: string[]) => {
  const html = keptInHtml(lineOf(...texts).content);
  return html.textBetween(0, html.size, "", "\n");
};

test("repeated spaces and tabs outlast HTML", () => {
  expect(kept("a b")).toBe("a b");
  expect(kept("a    b")).toBe("a \u00a0 \u00a0b");
  expect(kept("  a")).toBe("\u00a0 a");
  expect(kept("a", "\n", " b")).toBe("a\n\u00a0b");
  expect(kept("a ", " b")).toBe("a \u00a0b");
  expect(kept("a\t\tb")).toBe(`a${"\u2003".repeat(4)}b`);
});

test("a letter opened again has its own spaces", () => {
  for (const texts of [["71046\t\t88.75"], ["   a  b"], ["a", "\n", " b"], ["a ", "  b"], ["\t a \tb"]])
    expect(spacesOfHtml(keptInHtml(lineOf(...texts).content)).eq(lineOf(...texts).content)).toBe(true);
  expect(spacesOfHtml(lineOf("10\u00a0mg").content).eq(lineOf("10\u00a0mg").content)).toBe(true);
});
