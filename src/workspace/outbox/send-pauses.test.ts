import { expect, test } from "vitest";
import { busyPause, settlePause } from "./send-pauses.ts";

test("pauses double up to five minutes, spread by half", () => {
  expect([0, 1, 3, 8, 100].map((tries) => busyPause(tries, undefined, 1))).toEqual([
    2000, 4000, 16_000, 300_000, 300_000,
  ]);
  expect([0, 0.5, 1].map((random) => busyPause(1, undefined, random))).toEqual([2000, 3000, 4000]);
});

test("a busy service is never asked before it said", () => {
  expect([0, 1].map((random) => busyPause(0, 60_000, random))).toEqual([60_000, 66_000]);
  expect(busyPause(8, 1000, 1)).toBe(300_000);
});

test("an unknown attempt is settled at most three times", () => {
  expect([0, 1, 2, 3].map((tries) => settlePause(tries, 0))).toEqual([20_000, 60_000, 300_000, undefined]);
  expect(settlePause(0, 1)).toBe(25_000);
});
