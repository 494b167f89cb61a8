import { expect, test } from "vitest";
import { AnswerWatch } from "./answer-watch.ts";
import { newPlace } from "./outgoing-queue.ts";
import { unknown } from "./test-desk.ts";

const fresh = newPlace(0);
const repeat = newPlace(0, { repeats: true });

test("few leave until one is answered", () => {
  const watch = new AnswerWatch();
  expect([watch.atOnce(12), watch.isInDoubt, watch.isSilent]).toEqual([3, false, false]);
  watch.receive({ kind: "charged" });
  expect([watch.atOnce(12), watch.isInDoubt]).toEqual([12, false]);
  watch.receive(unknown);
  expect([watch.atOnce(12), watch.isInDoubt, watch.mayLeave(fresh)]).toEqual([2, true, true]);
  watch.receive({ kind: "not-sent" });
  expect([watch.atOnce(12), watch.atOnce(1), watch.isInDoubt]).toEqual([2, 1, true]);
});

test("after three without an answer only repeats leave", () => {
  const watch = new AnswerWatch();
  for (let call = 0; call < 3; call += 1) {
    expect(watch.isSilent).toBe(false);
    watch.receive(unknown);
  }
  const mayLeave = () => [fresh, repeat, undefined].map((queued) => watch.mayLeave(queued));
  expect([watch.isSilent, watch.atOnce(12), ...mayLeave()]).toEqual([true, 1, false, true, false]);
  watch.tryAgain();
  expect([watch.isSilent, watch.atOnce(12), watch.isInDoubt, ...mayLeave()]).toEqual([
    false,
    1,
    true,
    true,
    true,
    true,
  ]);
  watch.receive({ kind: "not-sent" });
  expect(watch.isSilent).toBe(false);
  watch.receive(unknown);
  expect(watch.isSilent).toBe(true);
  watch.receive({ kind: "withheld" });
  expect([watch.isSilent, watch.atOnce(12)]).toEqual([false, 12]);
});

test("permission to try again gives nobody more than one try", () => {
  const watch = new AnswerWatch();
  watch.receive(unknown);
  watch.tryAgain();
  expect(watch.atOnce(12)).toBe(2);
  watch.receive(unknown);
  watch.receive(unknown);
  expect(watch.isSilent).toBe(true);
});
