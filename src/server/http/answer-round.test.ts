import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it } from "vitest";
import { currentRound, turnToAnswer } from "./answer-round.ts";

/** Reports whether the loop has finished the round it was in. */
function watchRound(): { readonly isOver: boolean } {
  const watch = { isOver: false };
  setImmediate(() => {
    watch.isOver = true;
  });
  return watch;
}

it("requests read in one round are answered at its end", async () => {
  const watch = watchRound();
  const order: string[] = [];
  const answer = async (name: string) => {
    const round = currentRound();
    order.push(`${name} ready`);
    await turnToAnswer(round);
    order.push(`${name} written`);
  };
  const first = answer("first");
  await Promise.resolve();
  await Promise.all([first, answer("second")]);
  expect(order).toEqual(["first ready", "second ready", "first written", "second written"]);
  expect(watch.isOver).toBe(true);
});

it("nothing waits for the end of a long round", async () => {
  const watch = watchRound();
  const round = currentRound();
  const first = turnToAnswer(round);
  const long = performance.now() + 2;
  while (performance.now() < long);
  await Promise.all([first, turnToAnswer(round)]);
  expect(watch.isOver).toBe(false);
});

it("no answer waits longer than its request's round took", async () => {
  const round = currentRound();
  await nextRound();
  const watch = watchRound();
  await turnToAnswer(round);
  expect(watch.isOver).toBe(false);
});
