import { expect, test } from "vitest";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import type { Entered, Settled } from "#room/workspace/attempts/outbox-entry.ts";
import { unkeptEntry, type VisitEntry } from "#room/workspace/visits/visit-entry.ts";
import type { BatchItem, BatchOptions, Outbox } from "./outbox.ts";
import { sendBatch } from "./outbox-batch.ts";
import { newPlace } from "./outgoing-queue.ts";

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 0));
const entered = (eventId: string): Entered => ({ kind: "send", expects: "charged", eventId });
const waiting: VisitEntry = { ...unkeptEntry, queued: newPlace(1) };
const attempt = { number: 1, startedAt: 1, by: "casey", contentHash: "h" };
const after = (outcome: "charged" | "unknown", more: Partial<VisitEntry> = {}): VisitEntry => ({
  ...unkeptEntry,
  attempts: [{ ...attempt, outcome }],
  ...more,
});

/** A batch whose entries and outcomes are given by hand. */
function batchOf(
  ids: readonly string[],
  {
    enter = async (id: string) => entered(id),
    ...options
  }: BatchOptions & { enter?: (id: string) => Promise<Entered> } = {},
) {
  const log: string[] = [];
  const rows = new Map<string, VisitEntry>();
  const items: BatchItem[] = [];
  let tell: (settled: Settled) => void = () => undefined;
  let change: () => void = () => undefined;
  let listening = 2;
  const stop = () => void (listening -= 1);
  const outbox = {
    enqueueVisit: (id: string, { allowFaults }: { allowFaults: boolean }) => {
      log.push(`enter ${id}${allowFaults ? " with faults" : ""}`);
      rows.set(id, waiting);
      return enter(id);
    },
    withdraw: async (id: string) => (log.push(`withdraw ${id}`), rows.delete(id)),
    onSettled: (listener: typeof tell) => ((tell = listener), stop),
    subscribe: (listener: typeof change) => ((change = listener), stop),
  };
  const parts = { outbox: outbox as unknown as Outbox, entry: (id: string) => rows.get(id) };
  const done = sendBatch(parts, ids, { ...options, onItem: (item) => void items.push(item) });
  return {
    done,
    log,
    rows,
    items,
    isListening: () => listening > 0,
    settle: (id: string, outcome: Settled["outcome"] = "charged") => tell({ id, kind: "visit", outcome }),
    change: () => change(),
  };
}

test("each is entered once, and counted by its outcome", async () => {
  const progress: unknown[] = [];
  const { done, log, items, isListening, settle } = batchOf(["a", "b", "a"], {
    allowFaults: true,
    onProgress: (now) => void progress.push(now),
  });
  await aMoment();
  expect(log).toEqual(["enter a with faults", "enter b with faults"]);
  settle("b", "refused");
  settle("b");
  settle("z");
  settle("a", "refused");
  const counts = { refused: 2 };
  expect(await done).toEqual({ total: 2, done: 2, counts });
  expect(progress).toEqual([
    { total: 2, done: 1, counts: { refused: 1 } },
    { total: 2, done: 2, counts },
  ]);
  expect(items).toEqual(["b", "a"].map((id) => ({ id, kind: "visit", outcome: "refused" })));
  expect(isListening()).toBe(false);
});

test("an id in another spelling is the same event", async () => {
  const { done, log, settle } = batchOf([`{${"A".repeat(32)}}`]);
  settle("a".repeat(32));
  expect((await done).counts).toEqual({ charged: 1 });
  expect(log).toEqual([`enter ${"a".repeat(32)}`]);
});

test("the blocked are told why; what waits is awaited", async () => {
  const enter = async (id: string): Promise<Entered> => ({
    ...blocked(id === "a" ? "already-queued" : "charged"),
    eventId: id,
  });
  const { done, items, settle } = batchOf(["a", "b"], { enter });
  await aMoment();
  expect(items).toEqual([{ id: "b", outcome: "blocked", message: blocked("charged").message }]);
  settle("a");
  expect((await done).counts).toEqual({ charged: 1, blocked: 1 });
});

test("a correction goes on under its own id", async () => {
  const { done, rows, items, settle } = batchOf(["a"], { enter: async () => entered("b") });
  rows.set("b", waiting);
  await aMoment();
  settle("a");
  expect(items).toEqual([]);
  settle("b");
  expect((await done).counts).toEqual({ charged: 1 });
});

test("an outcome before it was entered counts once", async () => {
  let go: (plan: Entered) => void = () => undefined;
  const { done, settle } = batchOf(["a"], { enter: () => new Promise((resolve) => (go = resolve)) });
  settle("a");
  go(entered("b"));
  expect(await done).toEqual({ total: 1, done: 1, counts: { charged: 1 } });
});

test("what left the outbox elsewhere is told from its row", async () => {
  const { done, rows, items, change } = batchOf(["a", "b", "c", "d", "e", "f"]);
  await aMoment();
  const settling = newPlace(1, { reason: "settle", repeats: true });
  rows.set("a", { ...after("charged"), notSent: "Changed" });
  rows.set("b", after("charged"));
  rows.set("c", after("unknown", { queued: settling }));
  rows.set("d", unkeptEntry);
  rows.delete("e");
  change();
  change();
  expect(items, "the outcomes being reported now come first").toEqual([]);
  await aMoment();
  expect(items).toEqual([
    { id: "a", kind: "visit", outcome: "not-accepted", message: "Changed" },
    { id: "b", kind: "visit", outcome: "charged" },
    { id: "c", kind: "visit", outcome: "unknown" },
    { id: "d", outcome: "withdrawn" },
    { id: "e", outcome: "withdrawn" },
  ]);
  rows.delete("f");
  change();
  expect((await done).counts).toEqual({ "not-accepted": 1, charged: 1, unknown: 1, withdrawn: 3 });
});

test("one that has left when entered is told", async () => {
  const { done, rows } = batchOf(["a"], {
    enter: async (id) => {
      await aMoment();
      rows.set(id, after("charged"));
      return entered(id);
    },
  });
  expect((await done).counts).toEqual({ charged: 1 });
});

test("one being entered is not told yet", async () => {
  let go: (plan: Entered) => void = () => undefined;
  const { done, rows, items, change, settle } = batchOf(["a"], {
    enter: () => new Promise((resolve) => (go = resolve)),
  });
  rows.delete("a");
  change();
  await aMoment();
  expect(items).toEqual([]);
  go(entered("a"));
  settle("a");
  expect((await done).counts).toEqual({ charged: 1 });
});

test("a stopped batch takes back what has not left", async () => {
  const stop = new AbortController();
  const { done, log, settle } = batchOf(["a", "b", "c"], { signal: stop.signal });
  await aMoment();
  settle("a");
  stop.abort();
  expect((await done).counts).toEqual({ charged: 1, withdrawn: 2 });
  expect(log.slice(3)).toEqual(["withdraw b", "withdraw c"]);
  const late = batchOf(["a"], { signal: stop.signal });
  expect((await late.done).counts).toEqual({ withdrawn: 1 });
  expect(late.log).toEqual([]);
});

test("once it is over, stopping it does nothing", async () => {
  const stop = new AbortController();
  const { done, log, settle } = batchOf(["a"], { signal: stop.signal });
  settle("a");
  await done;
  stop.abort();
  expect(log).toEqual(["enter a"]);
});

test("the first of many leave while the last are entered", async () => {
  const ids = Array.from({ length: 257 }, (_, at) => `e${at}`);
  const given: (() => void)[] = [];
  const enter = (id: string) =>
    new Promise<Entered>((resolve) => void given.push(() => resolve(entered(id))));
  const { done, log, settle } = batchOf(ids, { enter });
  expect(log).toHaveLength(256);
  for (const give of given.splice(0)) give();
  await aMoment();
  expect(log).toHaveLength(257);
  given[0]?.();
  for (const id of ids) settle(id);
  expect((await done).counts).toEqual({ charged: 257 });
});

test("a batch that cannot be entered stops listening", async () => {
  const enter = () => Promise.reject(new Error("Closed"));
  const { done, isListening } = batchOf(["a"], { enter });
  await expect(done).rejects.toThrow("Closed");
  expect(isListening()).toBe(false);
});
