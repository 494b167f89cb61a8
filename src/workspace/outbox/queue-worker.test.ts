import { expect, test } from "vitest";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { type ChangePlace, newPlace, type OutgoingQueue } from "./outgoing-queue.ts";
import { QueueWorker } from "./queue-worker.ts";

/** Long enough for all that needs no answer. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A queue with these entries, whose answers are given by hand. */
function workOn(
  entries: Record<string, Partial<QueuedSend>>,
  { concurrency = 2, claimAtOnce = 4, later = "", drop = "" } = {},
) {
  const places = new Map(Object.entries(entries).map(([id, more]) => [id, newPlace(0, more)]));
  const log: string[] = [];
  const answers = new Map<string, (result: SendResult) => void>();
  const state = { now: 1000, isHeldUp: false, staysOpen: false, stuck: "", fault: "", later };
  const queue = {
    concurrency,
    claimAtOnce,
    get queuedIds() {
      return new Set(places.keys());
    },
    queued: (id: string) => places.get(id),
    mayLeave: (id: string) => !state.stuck.includes(id),
    claim: async (ids: readonly string[]) => {
      log.push(`claim ${ids.join("")}`);
      for (const id of ids.filter((each) => drop.includes(each))) places.delete(id);
      const mine = ids.filter((id) => !state.later.includes(id) && !drop.includes(id));
      for (const id of mine) places.set(id, { ...newPlace(0), state: "sending" });
      const send = (id: string) => () => new Promise<SendResult>((resolve) => answers.set(id, resolve));
      return {
        claimed: mine.map((id) => ({ id, startedAt: 1, send: send(id) })),
        dropped: ids
          .filter((id) => drop.includes(id))
          .map((id) => ({ id, kind: "visit", outcome: "not-accepted" }) as const),
      };
    },
    unclaim: async (ids: readonly string[], change: ChangePlace = (queued) => queued) => {
      log.push(`back ${ids.join("")}`);
      for (const id of ids) {
        const place = change(newPlace(0, { state: "held" }));
        if (place) places.set(id, place);
        else places.delete(id);
      }
    },
  };
  const worker = new QueueWorker({
    queue: queue as unknown as OutgoingQueue,
    now: () => state.now,
    isHeldUp: () => state.isHeldUp,
    send: (job) => {
      log.push(`send ${job.id}`);
      return job.send(new AbortController().signal);
    },
    settle: async ({ id }, { kind }, durationMs) => {
      if (state.fault.includes(id)) throw new Error(`${id} cannot be written`);
      log.push(`${kind} ${id} ${durationMs}`);
      places.delete(id);
    },
    onDropped: ({ id }) => void log.push(`dropped ${id}`),
    staysOpen: () => state.staysOpen,
  });
  const run = worker.run();
  run.catch(() => undefined);
  return {
    worker,
    run,
    state,
    places,
    /** What happened since it was last asked. */
    happened: async () => {
      await aMoment();
      return log.splice(0);
    },
    answer: (id: string) => answers.get(id)?.({ kind: "charged" }),
  };
}

test("the oldest leave first, no more at once than may", async () => {
  const { worker, run, state, happened, answer } = workOn({
    a: { since: 3 },
    b: { since: 1 },
    c: { since: 2 },
  });
  expect(await happened()).toEqual(["claim bca", "send b", "send c"]);
  expect(worker.isWorking).toBe(true);
  state.now += 40;
  answer("b");
  expect(await happened()).toEqual(["charged b 40", "send a"]);
  state.now += 2;
  answer("a");
  answer("c");
  expect(await happened()).toEqual(["charged a 2", "charged c 42"]);
  await run;
  expect(worker.isWorking).toBe(false);
});

test("the next are recorded while the first are sent", async () => {
  const all = Object.fromEntries([..."abcdefg"].map((id, since) => [id, { since }]));
  const { worker, happened, answer } = workOn(all, { concurrency: 1 });
  worker.notify();
  expect(await happened()).toEqual(["claim abcd", "send a"]);
  answer("a");
  expect((await happened()).toSorted()).toEqual(["charged a 0", "claim efg", "send b"]);
  answer("b");
  expect(await happened()).toEqual(["charged b 0", "send c"]);
});

test("only what is due and waits may leave", async () => {
  const { run, happened } = workOn({
    a: { notBefore: 1001 },
    b: { state: "held" },
    c: { state: "sending" },
    d: { notBefore: 1000 },
  });
  expect(await happened()).toEqual(["claim d", "send d"]);
  void run;
});

test("what must wait for another is asked after its outcome", async () => {
  const { worker, state, happened, answer, run } = workOn({ a: {}, b: {}, c: {} }, { later: "b", drop: "c" });
  expect(await happened()).toEqual(["claim abc", "dropped c", "send a"]);
  worker.notify();
  expect(await happened()).toEqual([]);
  expect([...worker.passedOver()]).toEqual(["b"]);
  state.later = "";
  answer("a");
  expect(await happened()).toEqual(["charged a 0", "claim b", "send b"]);
  answer("b");
  await run;
  expect(worker.passedOver().size).toBe(0);
});

test("what has not left is taken back, as asked", async () => {
  const { worker, happened, answer, places, run } = workOn({ a: {}, b: {}, c: {} }, { concurrency: 1 });
  await happened();
  expect(await worker.takeBack("a", () => undefined)).toBe(false);
  expect(await worker.takeBack("z", () => undefined)).toBe(false);
  expect(await worker.takeBack("c", () => undefined)).toBe(true);
  expect([...places.keys()]).toEqual(["a", "b"]);
  answer("a");
  expect(await happened()).toEqual(["back c", "charged a 0", "send b"]);
  answer("b");
  await run;
});

test("while nothing may leave, all that is left goes back", async () => {
  const { worker, state, happened, answer, run } = workOn({ a: {}, b: {}, c: {} }, { concurrency: 1 });
  await happened();
  state.isHeldUp = true;
  worker.notify();
  expect(await happened()).toEqual(["back bc"]);
  answer("a");
  expect(await happened()).toEqual(["charged a 0"]);
  await run;
});

test("those a silent service holds back go back alone", async () => {
  const { worker, state, happened, answer } = workOn({ a: {}, b: {}, c: {} }, { concurrency: 1 });
  await happened();
  state.stuck = "b";
  worker.notify();
  expect(await happened()).toEqual(["back b"]);
  answer("a");
  expect(await happened()).toEqual(["charged a 0", "send c"]);
});

test("an outcome that cannot be written ends the run", async () => {
  const { state, happened, answer, run } = workOn({ a: {}, b: {}, c: {} });
  await happened();
  state.fault = "a";
  answer("a");
  expect(await happened()).toEqual(["back c"]);
  answer("b");
  expect(await happened()).toEqual(["charged b 0"]);
  await expect(run).rejects.toThrow("a cannot be written");
});

test("it stays open while another queue works", async () => {
  const { worker, state, places, happened, answer, run } = workOn({});
  state.staysOpen = true;
  worker.notify();
  expect(await happened()).toEqual([]);
  places.set("a", newPlace(0));
  worker.notify();
  expect(await happened()).toEqual(["claim a", "send a"]);
  state.staysOpen = false;
  answer("a");
  await run;
});
