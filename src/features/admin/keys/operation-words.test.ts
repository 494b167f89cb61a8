import { expect, test } from "vitest";
import { operationKeys } from "#room/contract/registry.ts";
import { offeredOperations } from "./operation-words.ts";

test("a key’s operations are in words, by the alphabet", () => {
  const groups = offeredOperations(operationKeys).map(({ operations }) =>
    operations.map(({ label }) => label),
  );
  for (const group of groups) expect(group).toEqual(group.toSorted());
  const labels = groups.flat();
  expect(labels.length).toBeGreaterThan(20);
  expect(labels.filter((label) => !label.includes(" "))).toEqual([]);
});
