import { expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { describeOnBothEngines } from "./test-stores.ts";

const payer = (seed: number, name: string) => ({ kind: "payer", id: buildGuid(12, seed), name }) as const;
const fee = (activeFrom: string, amount: number) =>
  ({
    kind: "fee",
    id: buildGuid(13, 1),
    code: "99213",
    amount: { currency: "USD", amount },
    activeFrom,
  }) as const;

describeOnBothEngines("the directory", (stores) => {
  test("tells changes since a version, with fees by first day", async () => {
    const { directory } = await stores.open();
    expect(await directory.changesSince(0)).toEqual({ version: 0, isWhole: true, entries: [], removed: [] });
    const first = [payer(1, "Harbor"), payer(2, "Lakeside"), fee("2026-01-01", 120), fee("2027-01-01", 128)];
    expect(await directory.save({ entries: first, removed: [] }, { after: 0 })).toBe(1);
    expect((await directory.changesSince(0)).entries).toHaveLength(4);
    const changes = { entries: [payer(1, "Harbor Mutual\u0000")], removed: [fee("2026-01-01", 0)] };
    expect(await directory.save(changes, { after: 1 })).toBe(2);
    expect(await directory.changesSince(1)).toMatchObject({
      version: 2,
      isWhole: false,
      entries: [{ name: expect.stringContaining("Harbor Mutual") }],
      removed: [{ kind: "fee", activeFrom: "2026-01-01" }],
    });
    expect(await directory.changesSince(0)).toMatchObject({ isWhole: true, removed: [] });
    expect((await directory.changesSince(0)).entries).toHaveLength(3);
    // A version from another database, or from before a restore.
    expect(await directory.changesSince(99)).toMatchObject({ version: 2, isWhole: true });
  });

  test("takes one of two made on the same version", async () => {
    const { directory } = await stores.open();
    const save = (seed: number) =>
      directory.save(
        { entries: [payer(seed, `Payer ${seed}`), payer(seed + 10, "Other")], removed: [] },
        { after: 0 },
      );
    const told = await Promise.all([save(1), save(2)]);
    expect(told.toSorted()).toEqual([1, undefined]);
    expect((await directory.changesSince(0)).entries).toHaveLength(2);
  });
});
