import { expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { withChanges } from "./fetch-names.ts";

const payer = (seed: number, name: string) => ({ kind: "payer", id: buildGuid(12, seed), name }) as const;
const changes = { version: 2, isWhole: false, entries: [], removed: [] };

test("changes update the stored names; outdated answers do not", () => {
  const kept = { version: 1, entries: [payer(1, "One"), payer(2, "Two")] };
  const next = withChanges(kept, { ...changes, entries: [payer(1, "First")], removed: [payer(2, "")] }, 1);
  expect(next).toEqual({ version: 2, entries: [payer(1, "First")] });
  expect(withChanges(next, { ...changes, entries: [payer(1, "Late")] }, 1)).toBe(next);
  expect(withChanges(next, changes, 2)).toBe(next);
  const whole = { ...changes, version: 1, isWhole: true, entries: [payer(9, "Restored")] };
  expect(withChanges(next, whole, 0)).toBe(next);
  expect(withChanges(next, whole, 2)).toEqual({ version: 1, entries: [payer(9, "Restored")] });
});
