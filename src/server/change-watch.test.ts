import { expect, test } from "vitest";
import { ChangeWatch } from "./change-watch.ts";

const nothing = async () => ({ changeNumber: 1, changes: [], isTooOld: false });
const everything = { practices: [] };

/** A watch over visits that change one after the other, each of a practice. */
function watchOf(practiceOf: (changeNumber: number) => string) {
  const state = { changeNumber: 0, reads: 0 };
  const watch = new ChangeWatch({
    changeNumber: async () => state.changeNumber,
    async changesAfter(since) {
      state.reads += 1;
      const { changeNumber } = state;
      const numbers = Array.from({ length: changeNumber - since }, (_, index) => since + index + 1);
      const changes = numbers.map((number) => ({
        visitId: `visit ${number}`,
        changeNumber: number,
        practices: new Set([practiceOf(number)]),
      }));
      return { changeNumber, changes, isTooOld: false };
    },
  });
  return { watch, state };
}

test("a commit wakes each once, and asks once for all", async () => {
  const { watch, state } = watchOf((number) => (number % 2 === 0 ? "even" : "odd"));
  await watch.since(0, everything);
  const waits = Array.from({ length: 100 }, async (_, index) => {
    const viewer = { practices: [index % 2 === 0 ? "even" : "odd"] };
    const visits = { viewer, from: 0 };
    const who = { session: `s${index}`, person: `p${index}`, visits };
    await watch.wait(who, watch.seen(), 60_000);
    const told = await watch.since(0, viewer, true);
    visits.from = told.changeNumber;
    // The look at other processes' changes brings no news of this one.
    return [...told.visits, await watch.wait(who, watch.seen(), 900)];
  });
  state.reads = 0;
  state.changeNumber = 2;
  watch.notify();
  const told = await Promise.all(waits);
  expect(state.reads).toBe(1);
  expect(told.filter((each) => each.join() === "visit 2,over")).toHaveLength(50);
  expect(told.filter((each) => each.join() === "visit 1,over")).toHaveLength(50);
  watch.close();
});

test("a change wakes only those who may see it", async () => {
  const { watch, state } = watchOf(() => "theirs");
  await watch.since(0, everything);
  const [theirs, other, all] = [["theirs"], ["other"], []].map((practices, index) => {
    const visits = { viewer: { practices }, from: 0 };
    const who = { session: `s${index}`, person: `p${index}`, visits };
    return { who, visits, why: watch.wait(who, watch.seen(), 1500) };
  });
  const mail = watch.wait({ session: "mail", person: "mail" }, watch.seen(), 1500);
  if (!other) throw new Error("Nobody waits");
  state.reads = 0;
  state.changeNumber = 1;
  watch.notify();
  expect(await Promise.all([theirs?.why, all?.why])).toEqual(["changed", "changed"]);
  expect((await watch.since(0, { practices: ["theirs"] }, true)).visits).toEqual(["visit 1"]);
  expect(state.reads).toBe(1);
  // Who sleeps on knows it all the same, also what another's look finds.
  expect(other.visits.from).toBe(1);
  state.changeNumber = 2;
  await watch.since(1, everything);
  expect(other.visits.from).toBe(2);
  expect(await other.why).toBe("over");
  expect(await mail, "visits are no mail").toBe("over");
  // Who missed something between a look and the wait does not wait.
  expect(await watch.wait({ ...other.who, visits: { ...other.visits, from: 1 } }, watch.seen(), 1500)).toBe(
    "changed",
  );
  watch.close();
});

test("one person waits two dozen times at most", async () => {
  const watch = new ChangeWatch({ changeNumber: async () => 1, changesAfter: nothing });
  await watch.since(1, everything);
  const ended: string[] = [];
  const wait = (session: string, person: string) =>
    void watch
      .wait({ session, person, visits: { viewer: everything, from: 1 } }, watch.seen(), 60_000)
      .then(() => ended.push(session));
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
      asked.push([...sessions.keys()]);
      return new Set(["stays"]);
    },
  });
  await watch.since(1, everything);
  const wait = (session: string) =>
    watch.wait({ session, person: session, visits: { viewer: everything, from: 1 } }, watch.seen(), 4000);
  expect(await Promise.all([wait("stays"), wait("ended"), wait("ended")])).toEqual(["over", "gone", "gone"]);
  expect(asked).toEqual([["stays", "ended"]]);
  watch.close();
});

test("what was told of since is read before a wait", async () => {
  const watch = new ChangeWatch({ changeNumber: async () => 1, changesAfter: nothing });
  expect(watch.isCurrent(1)).toBe(false);
  await watch.since(1, everything);
  expect(watch.isCurrent(1)).toBe(true);
  expect(watch.isCurrent(0)).toBe(false);
  watch.notify();
  expect(watch.isCurrent(1)).toBe(false);
  watch.close();
});
