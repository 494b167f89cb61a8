import { expect, it } from "vitest";
import { codeIn } from "./code-in.ts";

it.each(["", "hello", "25000", "120/80", "2026-10-01", "E11.9 and I10", "Dr. Lee", "5 mg", "A & B"])(
  "%j is no code to check",
  (text) => expect(codeIn(text)).toBeUndefined(),
);

it.each([
  ["E11.9", "E11.9"],
  [" (s72.001a), ", "s72.001a"],
  ["250.00.", "250.00"],
  ["I10;", "I10"],
])("%j holds the code %s", (text, code) => expect(codeIn(text)).toBe(code));
