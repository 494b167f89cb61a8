import { expect, test } from "vitest";
import { filtersOfFigures } from "./figure-filters.ts";

test("visits without a payer can be asked for", () => {
  const { options, matches } = filtersOfFigures.without;
  expect(options().map(({ label }) => label)).toEqual(["No payer (patient)", "No provider"]);
  const row = { leads: "browser", payerIds: [], providerIds: ["a"] };
  expect([matches(row, "payer"), matches(row, "provider"), matches(row, "code")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(matches({ ...row, leads: "clinic" }, "code")).toBe(true);
});
