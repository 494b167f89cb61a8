import { describe, expect, test } from "vitest";
import type { Attempt } from "./attempt.ts";
import {
  chargesOf,
  lastKnown,
  openAttempt,
  settled,
  withAttempt,
  withoutOpenAttempt,
} from "./attempt-list.ts";

const sent = { startedAt: 1, by: "casey", contentHash: "h" };
const open: Attempt = { ...sent, number: 1 };
const ended = (outcome: NonNullable<Attempt["outcome"]>, facts: Partial<Attempt> = {}): Attempt => ({
  ...open,
  ...facts,
  outcome,
});
const of = (...attempts: Attempt[]) => ({ attempts });

test("only a last attempt without an outcome is open", () => {
  expect(openAttempt(of())).toBeUndefined();
  expect(openAttempt(of(ended("unknown")))).toBeUndefined();
  expect(openAttempt(of(ended("unknown"), ended("refused"), open))).toBe(open);
});

test("what settled nothing hides nothing before it", () => {
  const unknown = ended("unknown");
  expect(lastKnown(of())).toBeUndefined();
  expect(lastKnown(of(ended("withheld"), unknown, open))).toBe(unknown);
  expect(lastKnown(of(unknown, ended("not-accepted")))).toBe(unknown);
  expect(lastKnown(of(unknown, ended("refused", { leavesUnknown: true })))).toBe(unknown);
  const refused = ended("refused", { leavesUnknown: false });
  expect(lastKnown(of(unknown, refused))).toBe(refused);
});

test("the charges of an attempt are those it has", () => {
  const charges = { visitId: "v", amountMinor: 0, currency: "USD" };
  expect(chargesOf({ ...open, ...charges })).toStrictEqual(charges);
  expect(chargesOf(open)).toStrictEqual({});
  expect(chargesOf(undefined)).toStrictEqual({});
});

describe("an attempt", () => {
  test("that is open is settled, and no other", () => {
    const before = ended("refused");
    expect(settled(of(before, before, open), "charged", { requestId: "r" }).attempts).toStrictEqual([
      before,
      before,
      { ...open, requestId: "r", outcome: "charged" },
    ]);
    const done = of(before);
    expect(settled(done, "charged", {})).toBe(done);
  });

  test("that never left is removed, and no other", () => {
    const before = ended("unknown");
    expect(withoutOpenAttempt(of(before, before, open)).attempts).toStrictEqual([before, before]);
    const done = of(before);
    expect(withoutOpenAttempt(done)).toBe(done);
  });

  test("is counted after those that were accepted", () => {
    const first = withAttempt(of(), sent);
    expect(first.attempts).toStrictEqual([{ ...sent, number: 1 }]);
    const second = withAttempt(of(ended("refused")), sent);
    expect(second.attempts.map(({ number }) => number)).toEqual([1, 2]);
    expect(second.attempts[1]).not.toHaveProperty("tries");
  });

  test("takes the place of one that was not accepted", () => {
    const before = ended("refused");
    const again = withAttempt(of(before, ended("not-accepted", { number: 2 })), sent);
    expect(again.attempts).toStrictEqual([before, { ...sent, tries: 2, number: 2 }]);
    const third = withAttempt(of(ended("not-accepted", { tries: 2 })), sent);
    expect(third.attempts).toStrictEqual([{ ...sent, tries: 3, number: 1 }]);
  });
});
