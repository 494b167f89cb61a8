import fc from "fast-check";
import { expect, test } from "vitest";
import { keptInHtml } from "./kept-spaces.ts";
import { letterSchema } from "./letter-schema.ts";
import { letterText } from "./letter-text.ts";
import { contentOfLines } from "./text-lines.ts";

const { doc, paragraph } = letterSchema.nodes;
const typed = fc.string({ unit: fc.constantFrom("a", "\u00a0", " ", "\t", "\n", "\u2003", "’", ".") });

test("lines say the same with and without ProseMirror", () => {
  fc.assert(
    fc.property(typed, (text) => {
      const lines = text.split("\n").map((line) => (line === "" ? [] : letterSchema.text(line)));
      const letter = doc.create(
        null,
        lines.map((line) => paragraph.create(null, line)),
      );
      const content = contentOfLines(text);
      expect(content.text).toBe(letterText(letter));
      const kept: string[] = [];
      keptInHtml(letter.content).forEach((line) => kept.push(line.textContent));
      const read = content.html.replaceAll("<br>", "").replaceAll("&nbsp;", "\u00a0");
      expect(read.slice(3, -4).split("</p><p>")).toEqual(kept);
    }),
  );
});

test("signs of HTML are words", () => {
  expect(contentOfLines("a < b & c\n\n10\u00a0mg > 5").html).toBe(
    "<p>a &lt; b &amp; c</p><p><br></p><p>10&nbsp;mg &gt; 5</p>",
  );
});
