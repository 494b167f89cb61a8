import { expect, test } from "vitest";
import { explanationOf } from "./batch-words.ts";

test("a likely slip stands before what else is said", () => {
  const answer = (code: string, state: "invalid" | "not-checked", reason?: string) => ({
    row: { line: 1, code, svcDate: "", writtenDate: "", system: undefined, dateFault: undefined },
    svcDate: "2026-11-26",
    check: { state, reason },
    suggestions: [],
    mapping: [],
  });
  expect(explanationOf(answer("J02.O", "not-checked", "Not in the starter set."))).toBe(
    "It has the letter O: did you mean J02.0? Not in the starter set.",
  );
  expect(explanationOf(answer("99213", "invalid"))).toMatch(/^99213 looks like a procedure code \(CPT\)/);
  expect(explanationOf(answer("J02.9", "invalid"))).toBe("Not in the code set for that date");
});
