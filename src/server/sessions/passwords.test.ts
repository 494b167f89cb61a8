import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, it, vi } from "vitest";
import { inPasswordQueue, isEarlierRecord, isPasswordOf, passwordRecord } from "./passwords.ts";

it("derives two keys at a time, queues some, refuses more", async () => {
  let running = 0;
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
  };
  const refused = { status: 429, headers: { "retry-after": "5" } };
  const taken = Array.from({ length: 102 }, () => inPasswordQueue("a", task));
  await expect(inPasswordQueue("a", task)).rejects.toMatchObject(refused);
  for (let count = 102; count < 502; count += 1) taken.push(inPasswordQueue(`${count % 7}`, task));
  await expect(inPasswordQueue("b", task)).rejects.toMatchObject(refused);
  open();
  await Promise.all(taken);
  expect(most).toBe(2);
  await inPasswordQueue("a", task);
});

it("takes turns by address, so a flood delays nobody", async () => {
  const ended: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const ask = (asker: string) =>
    inPasswordQueue(asker, async () => {
      await gate;
      ended.push(asker);
    });
  const all = [...Array.from({ length: 50 }, () => ask("flood")), ask("casey"), ask("robin"), ask("casey")];
  open();
  await Promise.all(all);
  expect(ended.lastIndexOf("casey")).toBeLessThan(9);
  expect(ended.indexOf("robin")).toBeLessThan(6);
  expect(ended).toHaveLength(53);
});

it("goes on after a task that failed", async () => {
  const fail = () =>
    inPasswordQueue("a", async () => {
      throw new Error("no");
    });
  for (let times = 0; times < 3; times += 1) await expect(fail()).rejects.toThrow("no");
  expect(await inPasswordQueue("a", async () => "done")).toBe("done");
});

it("knows a password however its letters are coded", async () => {
  const record = await passwordRecord("ﬁve kettles", { logN: 4, r: 8, p: 1 });
  expect(record).toMatch(/^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPasswordOf(record, "five kettles")).toBe(true);
  expect(await isPasswordOf(record, "Five kettles")).toBe(false);
  for (const none of [undefined, `x${record}`, `${record}=`])
    expect(await isPasswordOf(none, "five kettles")).toBe(false);
  expect(await passwordRecord("five kettles", { logN: 4, r: 8, p: 1 })).not.toBe(record);
});

it("does today’s work for an earlier record, and for none", async () => {
  const derived = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  const earlier = await passwordRecord("five kettles", { logN: 14, r: 8, p: 5 });
  derived.mockClear();
  expect(await isPasswordOf(earlier, "five kettles")).toBe(true);
  expect(await isPasswordOf(undefined, "five kettles")).toBe(false);
  const costs = derived.mock.calls.map(([, , , its]) => its);
  derived.mockRestore();
  syncBuiltinESMExports();
  expect(costs).toMatchObject([
    { N: 2 ** 14, r: 8, p: 5 },
    { N: 2 ** 15, r: 8, p: 1 },
    { N: 2 ** 15, r: 8, p: 3 },
  ]);
});

it("reads costs of two digits", async () => {
  const record = await passwordRecord("five kettles", { logN: 4, r: 10, p: 11 });
  expect(await isPasswordOf(record, "five kettles")).toBe(true);
});

it.each([
  ["14$8$5", true],
  ["15$8$5", false],
  ["14$9$5", false],
  ["14$8$3", false],
  ["15$8$3", false],
])("a record at %s is of an earlier version: %s", (cost, isEarlier) => {
  expect(isEarlierRecord(`scrypt$${cost}$c2FsdA$a2V5`)).toBe(isEarlier);
});

it("knows no version of what is no record", () => {
  expect([undefined, "", "scrypt$14$8$5$"].map(isEarlierRecord)).toEqual([false, false, false]);
});
