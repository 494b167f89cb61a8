import { describe, expect, it } from "vitest";
import type { HandlerContext } from "#room/server/handler.ts";
import { Refusal, tooMany } from "#room/server/http/refusal.ts";
import type { ThrottleCount } from "#room/server/store/throttle-repository.ts";
import { watchAddress, watchSignIn } from "./throttle.ts";

const start = Date.parse("2026-11-02T09:00:00Z");

/** The counts in memory; windows are the store's own test. */
function desk(addressFailures = 5) {
  const counts = new Map<string, ThrottleCount>();
  const notes: object[] = [];
  const clock = { now: start };
  const peek = (key: string) => counts.get(key) ?? { hits: 0, windowStartedAt: clock.now };
  const throttle = {
    peek: async (key: string) => peek(key),
    hit: async (key: string) => {
      const { hits, windowStartedAt } = peek(key);
      counts.set(key, { hits: hits + 1, windowStartedAt });
      return peek(key);
    },
    clear: async (key: string) => void counts.delete(key),
  };
  const users = { find: async (name: string) => (name === "casey" ? { name } : undefined) };
  const context = (remoteAddress: string) =>
    ({
      store: { throttle, users },
      settings: { failureMinutes: 15, addressFailures, userFailures: 3 },
      now: () => new Date(clock.now),
      audit: { noteRepeated: async (note: object) => void notes.push(note) },
      remoteAddress,
    }) as unknown as HandlerContext;
  const hits = () => Object.fromEntries([...counts].map(([key, count]) => [key, count.hits]));
  return { counts, notes, clock, context, hits };
}

const refused = { status: 429, errorCode: "TooManyRequests" };

describe("a watched sign-in", () => {
  it("is refused after as many failures as allowed", async () => {
    const { context, notes, clock } = desk();
    const watched = watchSignIn(context("192.0.2.1"), "casey");
    for (let times = 0; times < 3; times += 1) {
      await watched.check();
      await watched.failed();
    }
    clock.now += 60_000;
    const failure = await watched.check().catch((error: unknown) => error);
    expect(failure).toMatchObject({ ...refused, headers: { "retry-after": "840" } });
    expect(String(failure)).toContain("Try again in 14 minutes");
    const failed = { actor: "casey", action: "sign-in failed", remoteAddress: "192.0.2.1" };
    const throttled = { actor: undefined, action: "sign-in throttled", remoteAddress: "192.0.2.1" };
    expect(notes).toEqual([failed, failed, failed, throttled]);
    await expect(watchSignIn(context("192.0.2.2"), "CASEY").check()).rejects.toThrow(Refusal);
    await watchSignIn(context("192.0.2.2"), "robin").check();
  });

  it("is refused by its address whatever its user", async () => {
    const { context, hits, notes } = desk();
    for (const name of ["a", "b", "c", "d", "e"]) await watchSignIn(context("192.0.2.1"), name).failed();
    await expect(watchSignIn(context("192.0.2.1"), "casey").check()).rejects.toMatchObject(refused);
    await watchSignIn(context("192.0.2.9"), "a").check();
    expect(hits()["address:192.0.2.1"]).toBe(5);
    expect(notes[0]).toMatchObject({ actor: undefined, action: "sign-in failed" });
  });

  it("forgets the user's failures once it succeeds", async () => {
    const { context, hits } = desk();
    const watched = watchSignIn(context("192.0.2.1"), "casey");
    await watched.failed();
    await watched.succeeded();
    expect(hits()).toEqual({ "address:192.0.2.1": 1 });
  });

  it("keeps no long name as a key", async () => {
    const { context, hits } = desk();
    for (const length of [100, 101]) await watchSignIn(context("192.0.2.1"), "n".repeat(length)).failed();
    const users = Object.keys(hits()).filter((key) => key.startsWith("user:"));
    expect(users.map((key) => key.length)).toEqual([105, 69]);
  });
});

describe("a proof that is cheap to check", () => {
  it("counts before it is checked, so a burst gains nothing", async () => {
    const { context, hits } = desk();
    const burst = Array.from({ length: 20 }, () => watchSignIn(context("192.0.2.1"), "casey").take());
    const outcomes = await Promise.allSettled(burst);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(hits()["address:192.0.2.1"]).toBeUndefined();
  });

  it("counts a failure for the user once", async () => {
    const { context, hits } = desk();
    const watched = watchSignIn(context("192.0.2.1"), "casey");
    await watched.take();
    await watched.failed();
    expect(hits()).toEqual({ "user:casey": 1, "address:192.0.2.1": 1 });
  });
});

describe("a return without a user name", () => {
  it("counts for its address alone, saying by which way", async () => {
    const { context, hits, notes } = desk(1);
    const watched = watchAddress(context("192.0.2.1"));
    await watched.take();
    await watched.failed("casey", "Clinic");
    expect(hits()).toEqual({ "address:192.0.2.1": 1 });
    expect(notes).toEqual([
      { actor: "casey", action: "sign-in failed", subject: "Clinic", remoteAddress: "192.0.2.1" },
    ]);
    await watched.succeeded();
    await expect(watched.check()).rejects.toMatchObject(refused);
  });
});

it("says the wait in whole minutes, and never none", async () => {
  for (const [seconds, words] of [
    [1, "in a minute"],
    [60, "in a minute"],
    [61, "in 2 minutes"],
  ] as const)
    expect(tooMany(seconds).message).toContain(words);
  const { context, counts, clock } = desk(1);
  counts.set("address:192.0.2.1", { hits: 1, windowStartedAt: clock.now - 15 * 60_000 });
  await expect(watchAddress(context("192.0.2.1")).check()).rejects.toMatchObject({
    headers: { "retry-after": "1" },
  });
});
