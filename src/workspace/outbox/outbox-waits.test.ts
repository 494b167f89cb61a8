import { expect, test } from "vitest";
import { desk, event, id, unknown } from "./test-desk.ts";

test("offline nothing leaves; it leaves once the network is back", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  await first.outbox.enqueueVisit(id("a"));
  expect(first.outbox.status()).toMatchObject({ waiting: 1, pausedBecause: "offline" });
  await first.crash();
  const again = await enter();
  expect(again.visits.summary(id("a"))?.state).toBe("waiting");
  expect(sent).toHaveLength(0);
  machine.setOnline(true);
  await expect.poll(() => again.visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toHaveLength(1);
});

test("what is changed while it waits is told unsent", async () => {
  for (const hold of [false, true]) {
    const { enter, machine, sent } = desk();
    machine.setOnline(false);
    const { visits, outbox } = await enter();
    await visits.add(event("a"), { kind: "new" });
    await outbox.enqueueVisit(id("a"));
    if (hold) await outbox.hold(id("a"));
    await visits.put(id("a"), event("a", "two"));
    expect(outbox.status()).toMatchObject({ waiting: 0, held: 0 });
    const notSent = "It was changed after it was submitted. Submit it again.";
    expect(visits.summary(id("a"))).toMatchObject({ state: "draft", notSent });
    await outbox.enqueueVisit(id("a"));
    expect(visits.summary(id("a"))?.state).toBe("waiting");
    expect(visits.summary(id("a"))).not.toHaveProperty("notSent");
    machine.setOnline(true);
    await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
    expect(sent).toEqual([event("a", "two")]);
  }
});

test("a busy service is asked no earlier than it said", async () => {
  const { enter, machine, answers, sent } = desk();
  answers.push({ kind: "busy", retryAfterMs: 60_000 }, { kind: "busy" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => outbox.status().pausedBecause).toBe("busy");
  await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("waiting");
  machine.pass(59_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  machine.pass(8_000);
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("waiting");
  await expect.poll(() => (machine.pass(1_000), visits.summary(id("a"))?.state)).toBe("charged");
  expect(visits.summary(id("a"))?.attempts).toMatchObject([{ outcome: "charged", tries: 3 }]);
});

test("a clock set back holds nothing that waits", async () => {
  const { enter, machine, answers } = desk();
  answers.push({ kind: "busy", retryAfterMs: 60_000 }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.queued?.reason).toBe("busy");
  machine.setBack(24 * 3_600_000);
  machine.pass(70_000);
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});

test("a person need not wait for a busy service", async () => {
  const { enter, answers } = desk();
  answers.push({ kind: "busy", retryAfterMs: 3_600_000 }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.queued?.reason).toBe("busy");
  outbox.sendWaiting();
  await outbox.retryNow();
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});

test("without a session nothing leaves until it is back", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "no-session" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await expect.poll(() => outbox.status().pausedBecause).toBe("session");
  expect(sent).toHaveLength(1);
  outbox.sendWaiting();
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
});

test("a silent service is not asked for the rest", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  const digits = [..."0123456789abcdef"];
  const many = digits.flatMap((digit) =>
    digits.slice(0, 4).map((other) => ({
      ...event(digit),
      eventId: digit.repeat(31) + other,
      visitId: other + digit.repeat(31),
    })),
  );
  await visits.importMany(many, { fileName: "f" });
  const batch = outbox.sendBatch(many.map(({ eventId }) => eventId));
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  await expect.poll(() => outbox.status().sending).toBe(0);
  const count = sent.length;
  expect(count, "nothing was answered, so no fourth one left beside them").toBe(3);
  const states = () => visits.list().map(({ state }) => state);
  expect(states().filter((state) => state === "unknown")).toHaveLength(count);
  expect(states().filter((state) => state === "waiting")).toHaveLength(64 - count);

  // One is sent first; while it gets no answer either, the others wait.
  await outbox.retryNow();
  await expect.poll(() => sent.length).toBe(count + 1);
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  expect(sent).toHaveLength(count + 1);

  answers.splice(0, answers.length, { kind: "charged" });
  await outbox.retryNow();
  expect((await batch).counts).toEqual({ unknown: count + 1, charged: 63 - count });
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(sent.length);
});

test("a stopped run takes back what has not left", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  const ids = [..."0123456789abcdef"].map(id);
  await visits.importMany(
    [..."0123456789abcdef"].map((digit) => event(digit)),
    { fileName: "f" },
  );
  const stop = new AbortController();
  const batch = outbox.sendBatch(ids, { signal: stop.signal });
  await expect.poll(() => outbox.status().pausedBecause).toBe("no-answer");
  stop.abort();
  const { counts } = await batch;
  expect(counts).toEqual({ unknown: sent.length, withdrawn: 16 - sent.length });
  expect(visits.list().filter(({ queued }) => queued)).toEqual([]);
  // A single submission is tried: nothing else is waiting for an answer.
  answers.splice(0, answers.length, { kind: "charged" });
  const left = visits.list().find(({ state }) => state === "draft")?.eventId ?? "";
  await outbox.enqueueVisit(left);
  await expect.poll(() => visits.summary(left)?.state).toBe("charged");
});
