import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNpi } from "./npi.ts";

describe("an NPI", () => {
  it("is recognized by its check digit", () => {
    expect(["1234567893", "1245319599", "1003000126"].filter(isNpi)).toHaveLength(3);
    for (const wrong of [
      "1234567890",
      "123456789",
      "12345678931",
      "3234567893",
      "123456789x",
      "",
      " 1234567893",
    ])
      expect(isNpi(wrong)).toBe(false);
  });

  it("has one check digit, so single mistypes always fail", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000_000, max: 299_999_999 }),
        fc.nat(9),
        fc.integer({ min: 1, max: 9 }),
        (nine, at, off) => {
          const right = Array.from({ length: 10 }, (_, digit) => `${nine}${digit}`).filter(isNpi);
          expect(right).toHaveLength(1);
          const [npi = ""] = right;
          const wrong = [...npi];
          wrong[at] = String((Number(wrong[at]) + off) % 10);
          expect(isNpi(wrong.join(""))).toBe(false);
        },
      ),
    );
  });
});
