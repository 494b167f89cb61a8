import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soundOf } from "./nearest-words.ts";
import { distanceTo, lettersOf, maxEdits, otherLetters } from "./spelling.ts";

describe("a misspelt word", () => {
  it.each([
    ["pnuemonia", "pneumonia", 1, 0],
    ["hemmorhoids", "hemorrhoids", 2, 0],
    ["asthama", "asthma", 1, 0],
    ["conjunctvi", "conjunctivitis", 1, 3],
    ["bronch", "bronchitis", 0, 4],
  ])("%s is near to %s", (typed, other, edits, rest) => {
    expect(distanceTo(typed, other, 2)).toEqual({ edits, rest });
  });

  it.each([
    ["toenale", "toenail"],
    ["hemroids", "hemorrhoids"],
    ["excema", "eczema"],
    ["numonia", "pneumonia"],
    ["stiches", "stitches"],
    ["tonsilitis", "tonsillitis"],
    ["sprane", "sprain"],
  ])("%s sounds as %s does", (typed, other) => {
    expect(soundOf(typed)).toBe(soundOf(other));
  });

  it("is far from others, and short words stay uncorrected", () => {
    expect(distanceTo("ankle", "uncle", 1)).toBeUndefined();
    expect(distanceTo("fracture", "rupture", 2)).toBeUndefined();
    expect(maxEdits(4)).toBe(0);
  });

  it("is found again after any so many edits", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdefgh"), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(letters, fc.nat(19), fc.constantFrom("in", "out", "change"), (word, where, kind) => {
        const at = where % word.length;
        const put = kind === "out" ? "" : "z";
        const typed = word.slice(0, at) + put + word.slice(kind === "in" ? at : at + 1);
        expect(distanceTo(typed, word, 1)?.edits).toBeLessThanOrEqual(1);
        expect(otherLetters(lettersOf(typed), lettersOf(word))).toBeLessThanOrEqual(1);
      }),
    );
  });
});
