import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("a caller with many requests waits behind all others", async () => {
  const queue = new FairQueue({ atOnce: 2, ofOne: 2, waitingOfOne: 5, waitMs: 10_000, refuseMs: 0 });
  const done: string[] = [];
  const run = (owner: string) =>
    queue.run(owner, async () => {
      done.push(owner);
    });
  const many = Array.from({ length: 8 }, () => run("many"));
  const few = [run("few"), run("other")];
  const outcomes = await Promise.allSettled(many);
  await Promise.all(few);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 7 }, () => "fulfilled"),
    "rejected",
  ]);
  expect(done.slice(0, 5).toSorted()).toEqual(["few", "many", "many", "many", "other"]);
  await expect(run("many")).resolves.toBeUndefined();
});

test("waiting too long is refused, and blocks nobody", async () => {
  const queue = new FairQueue({ atOnce: 1, ofOne: 1, waitingOfOne: 5, waitMs: 10, refuseMs: 0 });
  let end = () => {};
  const first = queue.run("one", () => new Promise<void>((resolve) => (end = resolve)));
  await expect(queue.run("two", async () => "late")).rejects.toThrow("too many large answers");
  end();
  await first;
  await expect(queue.run("two", async () => "in time")).resolves.toBe("in time");
});

test("a caller with too many waiting requests is refused later", async () => {
  const queue = new FairQueue({ atOnce: 1, ofOne: 1, waitingOfOne: 1, waitMs: 10_000, refuseMs: 30 });
  let end = () => {};
  const first = queue.run("many", () => new Promise<void>((resolve) => (end = resolve)));
  const second = queue.run("many", async () => "second");
  const began = performance.now();
  const refused = Array.from({ length: 4001 }, () => queue.run("many", async () => "never"));
  await expect(refused.at(-1)).rejects.toMatchObject({ headers: { connection: "close" } });
  const outcomes = await Promise.allSettled(refused);
  expect(performance.now() - began).toBeGreaterThanOrEqual(14);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  end();
  await expect(Promise.all([first, second])).resolves.toEqual([undefined, "second"]);
});

test("nobody has all that runs at once", async () => {
  const queue = new FairQueue({ atOnce: 3, ofOne: 2, waitingOfOne: 5, waitMs: 10_000, refuseMs: 0 });
  const ends: (() => void)[] = [];
  const long = Array.from({ length: 4 }, () =>
    queue.run("many", () => new Promise<void>((resolve) => void ends.push(resolve))),
  );
  await expect(queue.run("other", async () => "answered")).resolves.toBe("answered");
  expect(ends).toHaveLength(2);
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended);
    ends[ended]?.();
  }
  await Promise.all(long);
});
