import { expect, test } from "vitest";
import { ChangeWatch, type Waiting } from "./change-watch.ts";

const everything = { practices: [] };

/** A watch over visits that change one after the other, each of a practice. */
function watchOf(practiceOf: (changeNumber: number) => string) {
  const state = { changeNumber: 0, reads: 0, isAway: false };
  const watch = new ChangeWatch({
    changeNumber: async () => state.changeNumber,
    async changesAfter(since) {
      state.reads += 1;
      const { changeNumber } = state;
      if (state.isAway) throw new Error("The database does not answer");
      const numbers = Array.from({ length: changeNumber - since }, (_, index) => since + index + 1);
      const changes = numbers.map((number) => ({
        visitId: `visit ${number}`,
        changeNumber: number,
        practices: new Set([practiceOf(number)]),
      }));
      return { changeNumber, changes, isTooOld: false };
    },
  });
  const commit = (changeNumber: number) => {
    state.changeNumber = changeNumber;
    watch.notify();
  };
  return { watch, state, commit };
}

const waiting = (name: string, from: number, practices: string[] = []): Waiting => ({
  session: name,
  person: name,
  visits: { viewer: { practices }, from },
});

test("a commit wakes each once, and asks once for all", async () => {
  const { watch, state, commit } = watchOf((number) => (number % 2 === 0 ? "even" : "odd"));
  const waits = Array.from({ length: 100 }, async (_, index) => {
    const practices = [index % 2 === 0 ? "even" : "odd"];
    const why = await watch.wait(waiting(`s${index}`, 0, practices), 60_000);
    // The look at other processes' changes brings no news of this one.
    return [why, ...practices, await watch.wait(waiting(`s${index}`, 2, practices), 900)].join();
  });
  commit(2);
  expect(state.reads).toBe(1);
  const told = await Promise.all(waits);
  expect(state.reads).toBe(1);
  expect(told.filter((each) => each === "changed,even,time")).toHaveLength(50);
  expect(told.filter((each) => each === "changed,odd,time")).toHaveLength(50);
  expect((await watch.since(0, { practices: ["odd"] })).visits).toEqual(["visit 1"]);
  const both = await Promise.all(["odd", "even"].map((of) => watch.since(0, { practices: [of] }, true)));
  expect(both.flatMap(({ visits }) => visits)).toEqual(["visit 1", "visit 2"]);
  expect(state.reads, "whoever was told shares a read").toBe(3);
  watch.close();
});

test("a change wakes only those who may see it", async () => {
  const { watch, commit } = watchOf(() => "theirs");
  const waits = [["theirs"], ["other"], []].map((practices, index) =>
    watch.wait(waiting(`s${index}`, 0, practices), 700),
  );
  const mail = watch.wait({ session: "mail", person: "mail" }, 700);
  commit(1);
  expect(await Promise.all(waits)).toEqual(["changed", "time", "changed"]);
  expect(await mail, "visits are no mail").toBe("time");
  watch.close();
});

test("what changed between a look and the wait ends it", async () => {
  const { watch, state, commit } = watchOf(() => "theirs");
  commit(1);
  expect(await watch.wait(waiting("first, told while nobody waited", 0), 60_000)).toBe("changed");
  const other = watch.wait(waiting("other", 1, ["other"]), 700);
  commit(2);
  await Promise.resolve();
  await Promise.resolve();
  expect(await watch.wait(waiting("after others were told", 1), 60_000)).toBe("changed");
  const before = watch.wait(waiting("told while the changes are read", 2), 60_000);
  commit(3);
  commit(4);
  expect([await before, await other]).toEqual(["changed", "time"]);
  state.isAway = true;
  const away = watch.wait(waiting("of changes that cannot be read", 4), 60_000);
  commit(5);
  expect(await away).toBe("changed");
  watch.close();
});

test("one person waits two dozen times at most", async () => {
  const { watch } = watchOf(() => "theirs");
  const ended: string[] = [];
  const wait = (session: string, person: string) =>
    void watch
      .wait({ session, person, visits: { viewer: everything, from: 1 } }, 60_000)
      .then((why) => ended.push(`${session} ${why}`));
  wait("other", "robin");
  for (let index = 0; index < 30; index += 1) wait(`s${index}`, "casey");
  await Promise.resolve();
  await Promise.resolve();
  expect(ended).toEqual(["s0", "s1", "s2", "s3", "s4", "s5"].map((session) => `${session} full`));
  watch.close();
});

test("whoever is gone waits no longer", async () => {
  const { watch } = watchOf(() => "theirs");
  const leaving = new AbortController();
  const waits = [1, 2].map(() => watch.wait({ ...waiting("casey", 0), gone: leaving.signal }, 60_000));
  leaving.abort();
  expect(await Promise.all(waits)).toEqual(["over", "over"]);
  expect(await watch.wait({ ...waiting("casey", 0), gone: leaving.signal }, 60_000)).toBe("over");
  const last = watch.wait(waiting("casey", 0), 60_000);
  watch.close();
  expect(await last).toBe("over");
});
