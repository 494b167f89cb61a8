import { expect, test } from "vitest";
import { ClockWatch } from "./clock-watch.ts";

test("a clock that is set is noticed", () => {
  let now = Date.parse("2026-11-02T09:00:00Z");
  let steady = 5000;
  const pass = (ms: number, drift = 0) => {
    now += ms + drift;
    steady += ms;
  };
  const watch = new ClockWatch(
    () => new Date(now),
    () => steady,
  );
  pass(3_600_000);
  expect(watch.look()).toBeUndefined();
  pass(60_000, 2000);
  expect(watch.look()).toBeUndefined();
  pass(60_000, 86_400_000);
  expect(watch.look()).toEqual({ at: now, ms: 86_400_000 });
  pass(60_000);
  expect(watch.look()).toBeUndefined();
  pass(60_000, -86_400_000);
  expect(watch.look()).toEqual({ at: now, ms: -86_400_000 });
  expect(watch.last).toEqual({ at: now, ms: -86_400_000 });
});
