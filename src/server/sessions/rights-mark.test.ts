import { expect, test } from "vitest";
import type { Right } from "#room/contract/rights.ts";
import { rightsMark } from "./rights-mark.ts";

const known: Parameters<typeof rightsMark>[0] = {
  role: "lead",
  rights: new Set<Right>(["visits", "codes"]),
  practices: ["a", "b"],
};

test("whoever may something else has another mark", () => {
  const mark = (changes: Partial<typeof known> = {}) => rightsMark({ ...known, ...changes });
  expect(mark()).toMatch(/^[\w-]{22}$/);
  expect(mark({ rights: new Set<Right>(["codes", "visits"]), practices: ["b", "a"] })).toBe(mark());
  const others = [
    { role: "clerk" },
    { rights: new Set<Right>(["visits"]) },
    { practices: ["a"] },
    { practices: [] },
  ] as const;
  expect(new Set([mark(), ...others.map(mark)]).size).toBe(5);
});
