import { expect, test, vi } from "vitest";
import { desk, event, id } from "./test-desk.ts";

test("a long batch waits for no outcomes without any", async () => {
  const { enter } = desk();
  const { visits, outbox } = await enter();
  const digits = "0123456789abcdefghijklmn";
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  // Timers started after this never fire.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await outbox.sendBatch(Array.from(digits, id));
  expect(visits.list().map(({ state }) => state)).toEqual(Array.from(digits, () => "charged"));
});

test("the second event of a visit meets the first's outcome", async () => {
  const { enter, sent } = desk({ isSafe: false });
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  const { counts } = await outbox.sendBatch([id("a"), id("b")]);
  expect(counts).toEqual({ charged: 1, "not-accepted": 1 });
  expect(sent).toHaveLength(1);
});

test("a batch can be stopped; two tabs send nothing twice", async () => {
  const { enter, sent } = desk({ takesMs: 5 });
  const one = await enter();
  const two = await enter();
  const events = Array.from({ length: 300 }, (_, n) => {
    const eventId = `e${n.toString(16).padStart(31, "0")}`;
    return { eventId, visitId: eventId, note: "x" };
  });
  await one.visits.importMany(events, { fileName: "f" });
  await expect.poll(() => two.visits.list().length).toBe(300);
  const ids = events.map(({ eventId }) => eventId);
  const stop = new AbortController();
  const first = one.outbox.sendBatch(ids.slice(0, 200), { signal: stop.signal });
  const second = two.outbox.sendBatch(ids.slice(150));
  await expect.poll(() => sent.length, { interval: 5 }).toBeGreaterThan(20);
  stop.abort();
  const [stopped, whole] = await Promise.all([first, second]);
  expect(stopped.done).toBe(200);
  expect(stopped.counts["withdrawn"]).toBeGreaterThan(0);
  expect(whole.done).toBe(150);
  const rest = await one.outbox.sendBatch(ids);
  expect(rest.done).toBe(300);
  expect([...one.visits.list()].every(({ state }) => state === "charged")).toBe(true);
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(300);
  expect(sent).toHaveLength(300);
}, 20_000);

test("progress is reported while a batch runs", async () => {
  const { enter } = desk({ takesMs: 15 });
  const { visits, outbox } = await enter();
  const digits = [..."0123456789abcdef"];
  const many = digits.flatMap((digit) =>
    digits.slice(0, 12).map((other) => ({
      ...event(digit),
      eventId: digit.repeat(31) + other,
      visitId: other + digit.repeat(31),
    })),
  );
  await visits.importMany(many, { fileName: "f" });
  let told = 0;
  let behind = 0;
  visits.subscribe(() => {
    const done = visits.list().filter(({ state }) => state === "charged").length;
    setTimeout(() => (behind = Math.max(behind, done - told)), 0);
  });
  await outbox.sendBatch(
    many.map(({ eventId }) => eventId),
    { onProgress: ({ done }) => (told = done) },
  );
  expect(told).toBe(192);
  expect(behind).toBe(0);
});

test("a batch stopped while it enters the outbox sends nothing", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  const stop = new AbortController();
  const batch = outbox.sendBatch([id("a")], { signal: stop.signal });
  stop.abort();
  expect((await batch).counts).toEqual({ withdrawn: 1 });
  expect(sent).toEqual([]);
});
