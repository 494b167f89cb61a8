import fc from "fast-check";
import { expect, test } from "vitest";
import { isUserName } from "./user-name.ts";

test.each([
  "casey",
  "Casey",
  "casey.jones@clinic.example",
  "o'hara-smith",
  "Ren\u00e9e",
  "Casey Jones",
  "\u041c\u0430\u0440\u0438\u044f",
  "\u5c71\u7530\u30bf\u30ed\u3046",
  "7",
  "c".repeat(100),
])("%j is a user name", (name) => {
  expect(isUserName(name)).toBe(true);
});

test.each([
  ["of full-width letters", "\uff23\uff21\uff33\uff25\uff39"],
  ["of two scripts", "c\u0430sey"],
  ["of Latin and Greek", "\u03bfscar"],
  ["with a joiner that nobody sees", "ca\u200dsey"],
  ["with a soft hyphen", "ca\u00adsey"],
  ["with a change of direction", "casey\u202e"],
  ["with a variation selector", "casey\ufe0f"],
  ["with a filler", "casey\u3164"],
  ["of mathematical letters", "\u{1d41c}asey"],
  ["with a ligature", "\ufb01ona"],
  ["decomposed", "Rene\u0301e"],
  ["with an emoji", "casey\u{1f600}"],
  ["with two blanks", "Casey  Jones"],
  ["with a wide blank", "Casey\u00a0Jones"],
  ["with a blank before it", " casey"],
  ["with a colon", "casey:x"],
  ["with a line break", "casey\n"],
  ["empty", ""],
  ["too long", "c".repeat(101)],
])("a name %s is none", (_what, name) => {
  expect(isUserName(name)).toBe(false);
});

test("names that fold alike differ in case alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 12 }), (text) => {
      fc.pre(isUserName(text));
      expect(text.normalize("NFKC")).toBe(text);
      expect(text.replaceAll(" ", "")).not.toMatch(/[\p{C}\p{Z}]/u);
    }),
  );
});
