import { expect, test, vi } from "vitest";
import type { SessionRecord } from "#room/server/store/session-repository.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { GatheredLookUps } from "./gathered-look-ups.ts";

const recordOf = (idHash: string) => [idHash, { idHash } as SessionRecord] as const;

test("each learns of its own session from one query", async () => {
  const findAll = vi.fn(async (ids: readonly string[]) => new Map(ids.slice(0, 2).map(recordOf)));
  const gathered = new GatheredLookUps(findAll);
  const found = await Promise.all(["a", "b", "a", "c"].map((id) => gathered.find(id)));
  expect(found.map((record) => record?.idHash)).toEqual(["a", "b", "a", undefined]);
  expect(findAll).toHaveBeenCalledExactlyOnceWith(["a", "b", "c"]);
});

test("whoever comes during a query is in the next", async () => {
  let answer = () => {};
  const findAll = vi.fn(async (ids: readonly string[]) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return new Map(ids.map(recordOf));
  });
  const gathered = new GatheredLookUps(findAll);
  const first = gathered.find("a");
  await expect.poll(() => findAll.mock.calls).toEqual([[["a"]]]);
  const second = gathered.find("a");
  answer();
  expect((await first)?.idHash).toBe("a");
  await expect.poll(() => findAll.mock.calls).toEqual([[["a"]], [["a"]]]);
  answer();
  expect((await second)?.idHash).toBe("a");
});

test("a query asks for two hundred at most", async () => {
  const sizes: number[] = [];
  const gathered = new GatheredLookUps(async (ids) => {
    sizes.push(ids.length);
    return new Map(ids.map(recordOf));
  });
  const ids = Array.from({ length: 450 }, (_, index) => `s${index}`);
  const found = await Promise.all(ids.map((id) => gathered.find(id)));
  expect(found.map((record) => record?.idHash)).toEqual(ids);
  expect(sizes).toEqual([200, 200, 50]);
});

test("a failed query fails each, and not the next", async () => {
  const away = new StoreUnavailable("the database does not answer");
  const findAll = vi.fn(async (ids: readonly string[]) => new Map(ids.map(recordOf)));
  findAll.mockRejectedValueOnce(away);
  const gathered = new GatheredLookUps(findAll);
  const found = await Promise.allSettled([gathered.find("a"), gathered.find("b")]);
  expect(found).toEqual(Array.from({ length: 2 }, () => ({ status: "rejected", reason: away })));
  expect((await gathered.find("a"))?.idHash).toBe("a");
});
