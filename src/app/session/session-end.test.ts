import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EndScope, SessionEnd } from "./session-end.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A service that answers when the test says so. */
function slowService() {
  const asked: EndScope[] = [];
  const retries: (() => void)[] = [];
  let owed: EndScope | undefined;
  let answer: () => void = () => {};
  let fail: () => void = () => {};
  let turn: Promise<unknown> = Promise.resolve();
  const end = new SessionEnd({
    owed: () => owed,
    setOwed: (scope) => (owed = scope),
    endAtService: (scope) => {
      asked.push(scope);
      return new Promise((resolve, reject) => {
        answer = () => resolve(undefined);
        fail = () => reject(new Error("No answer came"));
      });
    },
    inTurn: (task) => {
      const done = turn.then(task);
      turn = done.catch(() => undefined);
      return done;
    },
    later: (run) => retries.push(run),
  });
  return {
    end,
    asked,
    retries,
    owed: () => owed,
    answer: () => answer(),
    fail: () => fail(),
  };
}

test("a late answer ends the session without a second request", async () => {
  const { end, asked, retries, owed, answer } = slowService();
  const report = end.begin();
  await vi.advanceTimersByTimeAsync(10_000);
  const { isReported, reported } = await report;
  expect(isReported).toBe(false);
  let isKnown = false;
  void reported.then(() => (isKnown = true));
  for (const retry of retries) retry();
  void end.tryAgain();
  await vi.advanceTimersByTimeAsync(5000);
  expect(isKnown).toBe(false);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect({ asked, owed: owed(), isKnown }).toEqual({ asked: ["here"], owed: undefined, isKnown: true });
});

test("a network that comes and goes leaves one retry", async () => {
  const { end, retries, fail } = slowService();
  void end.begin();
  for (let times = 0; times < 3; times += 1) {
    void end.tryAgain();
    await vi.advanceTimersByTimeAsync(0);
    fail();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(retries).toHaveLength(1);
});

test("asked for everywhere during a request, it ends everywhere", async () => {
  const { end, asked, answer } = slowService();
  void end.begin();
  await vi.advanceTimersByTimeAsync(0);
  void end.begin("everywhere");
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["here", "everywhere"]);
});
