import { expect, it } from "vitest";
import { turnToAnswer } from "./answer-round.ts";

/** Tells whether the loop has come to the end of the round that it was in. */
function watchRound(): { readonly isOver: boolean } {
  const watch = { isOver: false };
  setImmediate(() => {
    watch.isOver = true;
  });
  return watch;
}

it("lets what is ready in one round of the event loop leave together, at its end", async () => {
  const round = watchRound();
  const order: string[] = [];
  const answer = async (name: string) => {
    order.push(`${name} ready`);
    await turnToAnswer();
    order.push(`${name} written`);
  };
  const first = answer("first");
  await Promise.resolve();
  await Promise.all([first, answer("second")]);
  expect(order).toEqual(["first ready", "second ready", "first written", "second written"]);
  expect(round.isOver).toBe(true);
});

it("lets nothing wait for the end of a round that takes long", async () => {
  const round = watchRound();
  const first = turnToAnswer();
  const long = performance.now() + 2;
  while (performance.now() < long);
  await Promise.all([first, turnToAnswer()]);
  expect(round.isOver).toBe(false);
});
