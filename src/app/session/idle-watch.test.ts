import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdleWatch } from "./idle-watch.ts";

function watched(limitMs: number, warnMs: number) {
  const seen = { now: 1_000_000, warnings: [] as (number | undefined)[], ends: 0 };
  const watch = createIdleWatch({
    limitMs,
    warnMs,
    now: () => seen.now,
    onWarn: (left) => seen.warnings.push(left),
    onEnd: () => (seen.ends += 1),
  });
  return { seen, watch };
}

test("the warning comes a minute early, counts down, ends once", () => {
  const { seen, watch } = watched(900_000, 60_000);
  seen.now += 839_000;
  watch.check();
  expect(seen.warnings).toEqual([]);
  seen.now += 1_000;
  watch.check();
  seen.now += 59_000;
  watch.check();
  expect(seen.warnings).toEqual([60, 1]);
  seen.now += 1_000;
  watch.check();
  watch.check();
  expect(seen.ends).toBe(1);
});

test("a touch takes the warning back", () => {
  const { seen, watch } = watched(900_000, 60_000);
  seen.now += 850_000;
  watch.check();
  watch.touch();
  expect(seen.warnings).toEqual([50, undefined]);
  seen.now += 839_000;
  watch.check();
  expect(seen.ends).toBe(0);
});

test("a touch after a long sleep is too late", () => {
  const { seen, watch } = watched(900_000, 60_000);
  seen.now += 4 * 3_600_000;
  watch.touch();
  expect(seen.ends).toBe(1);
});

test("a clock set back does not delay the end", () => {
  const { seen, watch } = watched(900_000, 60_000);
  for (const step of [800_000, -86_400_000, 99_000]) {
    seen.now += step;
    watch.check();
  }
  expect(seen.ends).toBe(0);
  seen.now += 1_000;
  watch.check();
  expect(seen.ends).toBe(1);
});

test("any steps end it exactly at the limit since touch", () => {
  const step = fc.record({ pass: fc.integer({ min: 0, max: 400_000 }), touch: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { seen, watch } = watched(900_000, 60_000);
      let last = seen.now;
      let isOver = false;
      for (const { pass, touch } of steps) {
        seen.now += pass;
        if (seen.now - last >= 900_000) isOver = true;
        if (touch) watch.touch();
        else watch.check();
        if (touch && !isOver) last = seen.now;
        expect(seen.ends).toBe(isOver ? 1 : 0);
      }
    }),
  );
});
