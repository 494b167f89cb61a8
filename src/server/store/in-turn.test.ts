import { expect, test } from "vitest";
import { InTurn } from "./in-turn.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

/** Notes what began and what is done, in order. */
function turns() {
  const turn = new InTurn();
  const told: string[] = [];
  const run = (name: string, fails?: Error) =>
    turn.run(async () => {
      told.push(`${name} begins`);
      await Promise.resolve();
      told.push(`${name} ends`);
      if (fails) throw fails;
      return name;
    });
  return { turn, told, run };
}

test("each begins when the one before is done", async () => {
  const { turn, told, run } = turns();
  const all = ["a", "b", "c"].map((name) => run(name));
  await turn.settled();
  expect(told).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
});

test("one that fails fails alone", async () => {
  const { run } = turns();
  const broken = new Error("A row is broken");
  const all = await Promise.allSettled([run("a", broken), run("b")]);
  expect(all).toEqual([
    { status: "rejected", reason: broken },
    { status: "fulfilled", value: "b" },
  ]);
});

test("who waits for a lost store fails with it", async () => {
  const { turn, told, run } = turns();
  const away = new StoreUnavailable("the database does not answer", { mayBeDone: true });
  const [first, ...waiting] = [run("a", away), run("b"), run("c")];
  await expect(first).rejects.toBe(away);
  for (const one of waiting)
    await expect(one).rejects.toMatchObject({ reason: away.reason, mayBeDone: false, cause: away });
  expect(told).toEqual(["a begins", "a ends"]);
  // Whoever comes later tries again.
  expect(await run("d")).toBe("d");
  await turn.settled();
});
