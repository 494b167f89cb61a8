import { expect, test } from "vitest";
import { filterOf, isSubject } from "./trail-query.ts";
import { trailSearch } from "./trail-search.ts";

test("a subject is an id of ours, and no name", () => {
  for (const text of ["visit:0a1b", "message:12", "visit:", "0a1b2c", "J06.9"])
    expect(isSubject(text)).toBe(true);
  for (const text of ["Jane Doe", "Smith", "visit:a b", "", "a'; drop"]) expect(isSubject(text)).toBe(false);
});

test("both days of the address count; unreadable ones are dropped", () => {
  const { from, to, ...rest } = filterOf({
    ...trailSearch({ actor: ["a", "b"], action: "charged", subject: "Jane Doe" }),
    from: "2026-11-02",
    to: "2026-11-02",
  });
  expect(rest).toEqual({ action: "charged" });
  expect(Date.parse(`${String(to)}Z`) - Date.parse(`${String(from)}Z`)).toBe(86_400_000);
  expect(filterOf({ ...trailSearch({}), from: "yesterday" })).toEqual({});
});
