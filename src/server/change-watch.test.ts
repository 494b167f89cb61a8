import { expect, test } from "vitest";
import { ChangeWatch } from "./change-watch.ts";

const nothing = async () => ({ changeNumber: 1, changes: [], isTooOld: false });

test("a commit wakes each once, and asks once for all", async () => {
  let changeNumber = 0;
  let reads = 0;
  const watch = new ChangeWatch({
    changeNumber: async () => changeNumber,
    async changesAfter(since) {
      reads += 1;
      const changed = Array.from({ length: changeNumber - since }, (_, index) => since + index + 1);
      const changes = changed.map((number) => ({
        visitId: `visit ${number}`,
        changeNumber: number,
        practices: new Set([number % 2 === 0 ? "even" : "odd"]),
      }));
      return { changeNumber, changes, isTooOld: false };
    },
  });
  const viewers = ["even", "odd"].map((practice) => ({ practices: [practice] }));
  await watch.since(0, { practices: [] });
  const waits = Array.from({ length: 100 }, async (_, index) => {
    const viewer = viewers[index % 2] ?? { practices: [] };
    const seen = watch.seen();
    await watch.wait({ session: `s${index}`, person: `p${index}` }, seen, 60_000);
    const told = await watch.since(0, viewer);
    // The look at other processes' changes brings no news of this one.
    const again = watch.wait({ session: `s${index}`, person: `p${index}` }, watch.seen(), 900);
    return [...told.visits, await again];
  });
  reads = 0;
  changeNumber = 2;
  watch.notify();
  const told = await Promise.all(waits);
  expect(reads).toBe(1);
  expect(told.filter((each) => each.join() === "visit 2,over")).toHaveLength(50);
  expect(told.filter((each) => each.join() === "visit 1,over")).toHaveLength(50);
  watch.close();
});

test("one person waits two dozen times at most", async () => {
  const watch = new ChangeWatch({ changeNumber: async () => 1, changesAfter: nothing });
  const ended: string[] = [];
  const wait = (session: string, person: string) =>
    void watch.wait({ session, person }, watch.seen(), 60_000).then(() => ended.push(session));
  wait("other", "robin");
  for (let index = 0; index < 30; index += 1) wait(`s${index}`, "casey");
  await Promise.resolve();
  await Promise.resolve();
  expect(ended).toEqual(["s0", "s1", "s2", "s3", "s4", "s5"]);
  watch.close();
});

test("who may no longer wait is told within seconds", async () => {
  const asked: (readonly string[])[] = [];
  const watch = new ChangeWatch({
    changeNumber: async () => 1,
    changesAfter: nothing,
    async stillThere(sessions) {
      asked.push(sessions);
      return new Set(["stays"]);
    },
  });
  await watch.since(1, { practices: [] });
  const wait = (session: string) => watch.wait({ session, person: session }, watch.seen(), 4000);
  expect(await Promise.all([wait("stays"), wait("ended"), wait("ended")])).toEqual(["over", "gone", "gone"]);
  expect(asked).toEqual([["stays", "ended"]]);
  watch.close();
});

test("what was told of since is read before a wait", async () => {
  const watch = new ChangeWatch({ changeNumber: async () => 1, changesAfter: nothing });
  expect(watch.isCurrent(1)).toBe(false);
  await watch.since(1, { practices: [] });
  expect(watch.isCurrent(1)).toBe(true);
  expect(watch.isCurrent(0)).toBe(false);
  watch.notify();
  expect(watch.isCurrent(1)).toBe(false);
  watch.close();
});
