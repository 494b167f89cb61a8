import { expect, it } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { ChangedMeanwhile, refuseChanged } from "./use-save-entries.ts";

const entry = (name: string): DirectoryEntry => ({ kind: "payer", id: "a1".repeat(16), name });

it("recognizes what it stored itself before its answer was lost", () => {
  const [was, is] = [entry("Old"), entry("New")];
  expect(() => refuseChanged({ entries: [is], before: [] }, [is])).not.toThrow();
  expect(() => refuseChanged({ entries: [is], before: [was] }, [is])).not.toThrow();
  expect(() => refuseChanged({ entries: [], removed: [was], before: [was] }, [])).not.toThrow();
  expect(() => refuseChanged({ entries: [is], before: [] }, [was])).toThrow(ChangedMeanwhile);
  expect(() => refuseChanged({ entries: [is], before: [was] }, [])).toThrow(ChangedMeanwhile);
  expect(() => refuseChanged({ entries: [], removed: [was], before: [was] }, [is])).toThrow(ChangedMeanwhile);
});
