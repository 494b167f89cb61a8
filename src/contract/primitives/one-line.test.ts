import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine } from "./one-line.ts";

// oxlint-disable no-control-regex -- controls are what must be gone
const anyBreak = /[\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]/;

describe("oneLine", () => {
  it("joins the lines of a subject by a blank", () => {
    expect(oneLine("Labs\r\nBcc: mallory@evil.example")).toBe("Labs Bcc: mallory@evil.example");
    expect(oneLine("a \n\t b\u2028c\rd")).toBe("a b c d");
    expect(oneLine("\nLabs for  Ann\n")).toBe("Labs for  Ann");
  });

  it("takes no longer for blanks that no break follows", () => {
    const blanks = " ".repeat(1_000_000);
    expect(oneLine(`a${blanks}b\n${blanks}c`)).toBe(`a${blanks}b c`);
  });

  it("leaves no break, and changes nothing else", () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.constantFrom("\r", "\n", "\u2028", "\u0085", " ")));
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join("");
        expect(oneLine(text)).not.toMatch(anyBreak);
        expect(oneLine(text).replaceAll(/\s/g, "")).toBe(text.replaceAll(/[\s\u001c-\u001f\u0085]/g, ""));
        if (!anyBreak.test(text)) expect(oneLine(text)).toBe(text.trim());
      }),
    );
  });
});
