import { expect, test } from "vitest";
import { StorageFailure } from "#room/workspace/browser/failures.ts";
import { begins, runnerOf } from "./test-runner.ts";

test("nothing leaves offline, and all once back", async () => {
  const { machine, runner, happened } = runnerOf({ a: {} });
  machine.isOnline = false;
  expect(runner.pause()).toEqual({ until: Number.POSITIVE_INFINITY, because: "offline" });
  runner.requestRun();
  expect(await happened()).toEqual(begins);
  expect(await happened(3_600_000)).toEqual([]);
  machine.isOnline = true;
  expect(runner.pause()).toBeUndefined();
  runner.sendWaiting();
  expect(await happened()).toEqual(["status", ...begins, "send a"]);
});

test("a silent queue is told, unless nothing leaves at all", () => {
  const { machine, runner, two } = runnerOf({});
  two.state.isSilent = true;
  expect(runner.pause()).toEqual({ until: Number.POSITIVE_INFINITY, because: "no-answer" });
  machine.isOnline = false;
  expect(runner.pause()?.because).toBe("offline");
});

test("without a session all waits for the next sign-in", async () => {
  const { runner, happened, answer } = runnerOf({ a: {} }, { m: { notBefore: 1 } });
  runner.requestRun();
  await happened();
  answer("m");
  await happened();
  answer("a", { kind: "no-session" });
  expect(await happened()).toEqual(["status", "no-session a 1"]);
  expect(runner.pause()).toEqual({ until: Number.POSITIVE_INFINITY, because: "session" });
  expect(await happened(3_600_000)).toEqual([]);
  runner.sendWaiting();
  expect(runner.pause()).toBeUndefined();
  expect(await happened()).toEqual(["status", ...begins, "send a"]);
});

test("what never left is tried again after three seconds", async () => {
  const { machine, runner, happened, answer } = runnerOf({ a: {} });
  runner.requestRun();
  await happened();
  answer("a", { kind: "not-sent" });
  expect(await happened()).toEqual(["status", "not-sent a 1"]);
  expect(runner.pause()).toEqual({ until: machine.time + 3000, because: "offline" });
  expect(await happened(2999)).toEqual([]);
  expect(await happened(1)).toEqual([...begins, "send a"]);
  expect(runner.pause()).toBeUndefined();
});

test("a busy service is left alone, unless a person insists", async () => {
  const { machine, runner, one, happened, answer } = runnerOf({ a: {}, b: { notBefore: 1 } });
  runner.requestRun();
  await happened();
  answer("b");
  // Its wait is known once the outcome is written.
  one.state.cannotWrite = [new StorageFailure("full")];
  await happened();
  one.state.cannotWrite = [new StorageFailure("full")];
  answer("a", { kind: "busy" });
  await happened();
  expect(runner.pause()).toEqual({ until: machine.time + 1000, because: "busy" });
  await happened(5000);
  const until = machine.time + 4000;
  expect(runner.pause()).toEqual({ until, because: "busy" });
  runner.sendWaiting();
  expect(await happened()).toEqual(["status", ...begins]);
  expect(runner.pause()?.until).toBe(until);
  expect(await happened(3999)).toEqual([]);
  expect(await happened(1)).toEqual([...begins, "send a"]);
  answer("a", { kind: "busy" });
  await happened();
  runner.retryNow();
  expect(runner.pause()).toBeUndefined();
  expect(await happened()).toEqual(["try again", "try again", "status", ...begins]);
});

test("the end of a pause is told after it", async () => {
  for (const [kind, end] of [
    ["no-session", "sendWaiting"],
    ["busy", "retryNow"],
  ] as const) {
    const { runner, one, told, happened, answer } = runnerOf({ a: {} });
    runner.requestRun();
    await happened();
    answer("a", { kind });
    await happened();
    expect(told).not.toContain(undefined);
    // Nothing that waits would tell it.
    one.places.clear();
    runner[end]();
    expect(told.at(-1)).toBeUndefined();
    await happened();
  }
});

test("a clock set back ends a busy wait", async () => {
  const { machine, runner, happened, answer } = runnerOf({ a: {} });
  runner.requestRun();
  await happened();
  answer("a", { kind: "busy" });
  await happened();
  machine.setBack(24 * 3_600_000);
  expect(runner.pause()).toBeUndefined();
});

test("the next run is when the first becomes due", async () => {
  const at = 1_700_000_000_000;
  const { runner, one, happened } = runnerOf(
    { a: { notBefore: at + 9000 }, b: { notBefore: at + 5, state: "held" }, c: { notBefore: at + 5 } },
    { m: { notBefore: at + 7000 } },
  );
  one.state.stuck = "c";
  runner.requestRun();
  expect(await happened()).toEqual(begins);
  expect(await happened(6999)).toEqual([]);
  expect(await happened(1)).toEqual([...begins, "send m"]);
});

test("runs are never closer than fifty milliseconds", async () => {
  const { runner, happened } = runnerOf({ a: { notBefore: 1_700_000_000_001 } });
  runner.requestRun();
  expect(await happened()).toEqual(begins);
  expect(await happened(49)).toEqual([]);
  expect(await happened(1)).toEqual([...begins, "send a"]);
});

test("what waits for another's outcome starts no run", async () => {
  const { runner, one, happened, answer } = runnerOf({ a: {} });
  one.state.later = "a";
  runner.requestRun();
  expect(await happened()).toEqual(begins);
  expect(await happened(3_600_000)).toEqual([]);
  one.state.later = "";
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "send a"]);
  // From now on it waits for itself.
  answer("a", { kind: "busy" });
  await happened();
  expect(await happened(4000)).toEqual([...begins, "send a"]);
});
