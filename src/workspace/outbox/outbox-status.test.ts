import { afterEach, expect, test, vi } from "vitest";
import { Listeners } from "#room/signals/listeners.ts";
import type { QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import { leftSending } from "./outgoing-queue.ts";
import { statusOf } from "./outbox-status.ts";

afterEach(() => void vi.useRealTimers());

const waiting: QueuedSend = { state: "waiting", reason: "queued", since: 0, notBefore: 0, tries: 0 };

function queueOf(entries: Record<string, QueuedSend>) {
  return { queuedIds: new Set(Object.keys(entries)), queued: (id: string) => entries[id] };
}

test("what goes again without an answer is counted apart", () => {
  const queues = [
    queueOf({ a: waiting, b: { ...waiting, state: "held" }, e: waiting }),
    queueOf({ c: { ...waiting, repeats: true }, d: { ...waiting, state: "held", repeats: true } }),
  ];
  const calm = { pause: () => undefined, storageFault: () => undefined };
  expect(statusOf(queues, calm)).toEqual({ waiting: 2, held: 2, sending: 0, unanswered: 1 });
});

test("why nothing leaves is told, and until when", () => {
  const pausedFor = (until: number) =>
    statusOf([], { pause: () => ({ until, because: "busy" }), storageFault: () => "The disk is full." });
  const none = { waiting: 0, held: 0, sending: 0, storageFault: "The disk is full." };
  expect(pausedFor(5000)).toEqual({ ...none, pausedBecause: "busy", pausedUntil: 5000 });
  expect(pausedFor(Number.POSITIVE_INFINITY)).toEqual({ ...none, pausedBecause: "busy" });
});

test("what another tab sends is waited for, a second long", async () => {
  vi.useFakeTimers();
  const entries: Record<string, QueuedSend> = { a: { ...waiting, state: "sending" } };
  const changes = new Listeners();
  const queue = { ...queueOf(entries), subscribe: changes.add };
  const ended = vi.fn<() => void>();
  void leftSending(queue, "a").then(ended);
  await vi.advanceTimersByTimeAsync(0);
  changes.tell();
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).not.toHaveBeenCalled();
  entries["a"] = waiting;
  changes.tell();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
  entries["a"] = { ...waiting, state: "sending" };
  void leftSending(queue, "a").then(ended);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(changes.isEmpty).toBe(true);
});
