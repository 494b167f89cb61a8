import { expect, test } from "vitest";
import { StorageFailure, WorkspaceClosed } from "#room/workspace/browser/failures.ts";
import { type ChangePlace, newPlace } from "./outgoing-queue.ts";
import { begins, runnerOf } from "./test-runner.ts";

test("one run at a time; another for what came meanwhile", async () => {
  const { machine, runner, happened, answer } = runnerOf({ a: {} });
  const other = runnerOf({ b: {} }, {}, machine);
  runner.requestRun();
  other.runner.requestRun();
  expect([await happened(), await other.happened()]).toEqual([[...begins, "send a"], ["ask"]]);
  runner.requestRun();
  runner.requestRun();
  expect(await happened()).toEqual([]);
  answer("a");
  expect(await happened()).toEqual(["charged a 1", "told a", "ask"]);
  expect(await other.happened()).toEqual(["run", "send b"]);
  other.answer("b");
  expect([await other.happened(), await happened()]).toEqual([["charged b 1", "told b"], ["run"]]);
  expect(await happened(3_600_000)).toEqual([]);
  runner.requestRun();
  expect(await happened()).toEqual(begins);
});

test("what a dead tab left is unknown before anything leaves", async () => {
  const left = { state: "sending" } as const;
  const { runner, one, happened } = runnerOf({
    a: { ...left, startedAt: 5 },
    b: {},
    c: left,
    d: { state: "held" },
    e: {},
  });
  // Another tab has settled the one meanwhile; the other must not leave.
  one.state.untold = "c";
  one.state.drop = "e";
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "unknown a 5", "told a", "unknown c 0", "told e", "send b"]);
});

test("what cannot be recorded does not leave, and is told", async () => {
  const { runner, one, happened } = runnerOf({ a: {} });
  const full = new StorageFailure("full");
  one.state.cannotClaim = full;
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "status"]);
  expect(runner.storageFault()).toBe(full.message);
  expect(await happened(4999)).toEqual([]);
  expect(await happened(1)).toEqual(begins);
  one.state.cannotClaim = new Error("Oh");
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "status"]);
  expect(runner.storageFault()).toBe("The outbox stopped because of an error in the console.");
  one.state.cannotClaim = undefined;
  one.state.later = "a";
  // The timer of the first failure is of no more use.
  expect(await happened(5000)).toEqual([...begins, "status"]);
  expect(runner.storageFault()).toBeUndefined();
  expect(await happened(5000)).toEqual([]);
});

test("a workspace that was closed tries nothing more", async () => {
  const { runner, one, happened } = runnerOf({ a: {} });
  one.state.cannotClaim = new WorkspaceClosed();
  runner.requestRun();
  expect(await happened()).toEqual(begins);
  expect(await happened(5000)).toEqual([]);
  expect(runner.storageFault()).toBeUndefined();
});

test("a known outcome is written until it is", async () => {
  const { runner, one, happened, answer } = runnerOf({ a: {} });
  runner.requestRun();
  await happened();
  const full = new StorageFailure("full");
  one.state.cannotWrite = [full, full];
  answer("a");
  expect(await happened()).toEqual(["status"]);
  expect(runner.storageFault()).toBe(
    `${full.message} An outcome is known and waits to be written; keep this page open.`,
  );
  expect(await happened(4999)).toEqual([]);
  expect(await happened(1)).toEqual([]);
  expect(await happened(5000)).toEqual(["charged a 1", "told a", "status"]);
  expect(runner.storageFault()).toBeUndefined();
});

test("storage that is closed for good ends the run", async () => {
  for (const fault of [new StorageFailure("closed"), new Error("Oh")]) {
    const { runner, one, happened, answer } = runnerOf({ a: {} });
    runner.requestRun();
    await happened();
    one.state.cannotWrite = [fault];
    answer("a");
    expect(await happened()).toEqual(["status"]);
    expect(runner.storageFault()).not.toMatch(/keep this page open/);
    // The next run finds it as a dead tab's.
    expect(await happened(5000)).toEqual([...begins, "unknown a 0", "told a", "status"]);
  }
});

test("a run ends once every queue has", async () => {
  const { runner, one, happened, answer } = runnerOf({ a: {} }, { m: {} });
  one.state.cannotClaim = new Error("Oh");
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "send m"]);
  expect(await happened(5000)).toEqual([]);
  answer("m");
  expect(await happened()).toEqual(["charged m 1", "told m", "status"]);
});

test("a send that fails in the console may have arrived", async () => {
  const { runner, one, happened } = runnerOf({ a: {} });
  runner.requestRun();
  await happened();
  one.answers.get("a")?.fail();
  expect(await happened()).toEqual(["unknown a 1", "told a"]);
});

test("a message leaves while visits are under way", async () => {
  const at = 1_700_000_000_000;
  const { runner, two, happened, answer } = runnerOf({ a: {} }, { m: { notBefore: at + 1000 }, n: {} });
  two.state.later = "n";
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "send a"]);
  expect(await happened(999)).toEqual([]);
  expect(await happened(1)).toEqual(["send m"]);
  two.places.set("o", newPlace(0));
  runner.notify();
  expect(await happened()).toEqual(["send o"]);
  for (const id of ["m", "o", "a"]) answer(id);
  expect((await happened()).slice(-2)).toEqual(begins);
});

test("what is claimed can be taken back until it leaves", async () => {
  const { runner, one, two, happened } = runnerOf({ a: { since: 1 }, b: { since: 2 }, c: { since: 3 } });
  const hold: ChangePlace = (queued) => ({ ...queued, state: "held" });
  expect(await runner.takeBack(one.queue, "c", hold)).toBe(false);
  runner.requestRun();
  expect(await happened()).toEqual([...begins, "send a", "send b"]);
  expect(await runner.takeBack(two.queue, "c", hold)).toBe(false);
  expect(await runner.takeBack(one.queue, "a", hold)).toBe(false);
  expect(await runner.takeBack(one.queue, "c", hold)).toBe(true);
  expect([await happened(), one.places.get("c")?.state]).toEqual([["back c"], "held"]);
});

test("once stopped, nothing more leaves or is asked", async () => {
  runnerOf({}).runner.stop();
  const { runner, happened, answer } = runnerOf(
    { a: {}, b: {}, c: {} },
    { m: { notBefore: 1_700_000_000_100 } },
  );
  runner.requestRun();
  await happened();
  runner.stop();
  expect(await happened()).toEqual(["stopped a", "stopped b"]);
  answer("a");
  expect(await happened()).toEqual(["charged a 1", "told a", "back c"]);
  answer("b");
  await happened();
  expect(await happened(3_600_000)).toEqual([]);
  runner.requestRun();
  expect(await happened()).toEqual([]);
  expect(runner.storageFault()).toBeUndefined();
});
