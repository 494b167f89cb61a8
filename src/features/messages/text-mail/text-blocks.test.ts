import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needsEqualWidth, textBlocks, textParts } from "./text-blocks.ts";

describe("textBlocks", () => {
  it("splits original text from quotes", () => {
    const text = "Thanks\n\nOn Mon, Casey wrote:\n> one\n> two\n\nMore";
    expect(textBlocks(text).map((block) => [block.kind, block.lines.length])).toEqual([
      ["text", 2],
      ["quote", 3],
      ["text", 2],
    ]);
  });

  it("takes all below an original-message line as quoted", () => {
    expect(textBlocks("a\n-----Original Message-----\nFrom: x\n\nb").map((block) => block.kind)).toEqual([
      "text",
      "quote",
    ]);
  });

  it("loses and changes no line", () => {
    const line = fc.constantFrom(
      "",
      "a",
      "> b",
      "On Monday Bo wrote:",
      "  c  ",
      ">> d",
      "--- Forwarded message ---",
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = [...lines, "end"].join("\n");
        expect(
          textBlocks(text)
            .flatMap((block) => block.lines)
            .join("\n"),
        ).toBe(text);
      }),
    );
  });
});

describe("textParts", () => {
  it.each([
    ["javascript:alert(1)", []],
    ["file:///etc/passwd", []],
    ["see https://x.example/a(b), now.", ["https://x.example/a(b)"]],
    ["(https://x.example)", ["https://x.example"]],
    ["www.x.example!", ["https://www.x.example"]],
    ["write to a@x.example.", ["mailto:a@x.example"]],
  ])("finds the addresses of %j", (line, expected) => {
    expect(textParts(line).flatMap((part) => part.href ?? [])).toEqual(expected);
    expect(
      textParts(line)
        .map((part) => part.text)
        .join(""),
    ).toBe(line);
  });
});

describe("needsEqualWidth", () => {
  it("keeps tables in letters of equal width, and prose not", () => {
    expect(needsEqualWidth("WBC    7.1\nRBC    4.6\nHGB   13.9")).toBe(true);
    expect(needsEqualWidth("Good morning,\n\nwe can see the patient.")).toBe(false);
  });
});
