import { expect, test } from "vitest";
import type { Store } from "#room/server/store/store.ts";
import { Codes } from "./codes.ts";
import { packMappingLines } from "./set-content.ts";

const contentOf = (target: string) => packMappingLines([{ source: "25000", target, flags: "00000" }]);

test("a mapping replaced while it is read is read anew", async () => {
  let version = 1;
  const reads: ((content: Uint8Array) => void)[] = [];
  const stored = {
    version: async () => version,
    tables: async () => ({ version, tables: [] }),
    content: () => new Promise<Uint8Array>((resolve) => reads.push(resolve)),
    replace: async () => {
      version += 1;
      return true;
    },
  };
  // What is asked of the store here.
  const codes = new Codes({ codes: stored } as unknown as Store);
  const during = codes.mapping("ICD-9-CM");
  await expect.poll(() => reads.length).toBe(1);
  await codes.replace({ after: 1, sets: [], tables: [] });
  await codes.book();
  reads[0]?.(await contentOf("E118"));
  expect(await during).toMatchObject([{ target: "E118" }]);
  const later = codes.mapping("ICD-9-CM");
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.(await contentOf("E119"));
  expect(await later).toMatchObject([{ target: "E119" }]);
});

test("an import is seen at once beside an earlier look", async () => {
  let version = 1;
  let answer: ((version: number) => void) | undefined;
  const stored = {
    version: async () => version,
    tables: async () => ({ version, tables: [] }),
    replace: async () => true,
  };
  // As above.
  const codes = new Codes({ codes: stored } as unknown as Store);
  await codes.book();
  // So that the next look asks the store.
  await codes.replace({ after: 0, sets: [], tables: [] });
  stored.version = () => new Promise((resolve) => (answer = resolve));
  const before = codes.book();
  version = 2;
  const importing = codes.replace({ after: 1, sets: [], tables: [] });
  stored.version = async () => version;
  await Promise.resolve();
  answer?.(1);
  await Promise.all([before, importing]);
  expect((await codes.book()).version).toBe(2);
});
