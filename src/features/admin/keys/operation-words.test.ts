import { expect, test } from "vitest";
import { operationKeys } from "#room/contract/registry.ts";
import { offeredOperations } from "./operation-words.ts";

test("what a key may do is said in words", () => {
  const labels = offeredOperations(operationKeys).flatMap(({ operations }) =>
    operations.map(({ label }) => label),
  );
  expect(labels.length).toBeGreaterThan(20);
  expect(labels.filter((label) => !label.includes(" "))).toEqual([]);
});
