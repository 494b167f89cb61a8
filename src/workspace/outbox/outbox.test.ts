import { expect, test } from "vitest";
import { answerOnce, desk, event, id, later } from "./test-desk.ts";

test("an attempt is stored before sending, then its outcome", async () => {
  const { enter, answers, machine } = desk();
  const { visits, outbox } = await enter();
  let atSending: unknown;
  answers.push(
    Promise.resolve().then(async () => {
      await expect.poll(() => visits.summary(id("a"))?.queued?.state).toBe("sending");
      atSending = visits.summary(id("a"))?.attempts;
      machine.time += 40;
      return { kind: "charged", requestId: "r-1" };
    }),
  );
  await visits.add(event("a"), { kind: "new" });
  const { counts } = await outbox.sendBatch([id("a")]);
  expect(counts).toEqual({ charged: 1 });
  expect(atSending).toMatchObject([{ number: 1, contentHash: expect.any(String) }]);
  expect(visits.summary(id("a"))).toMatchObject({ state: "charged", changedSinceAttempt: false });
  expect(visits.summary(id("a"))?.attempts).toMatchObject([
    { outcome: "charged", durationMs: 40, requestId: "r-1" },
  ]);
  expect(visits.summary(id("a"))?.queued).toBeUndefined();
});

test("an attempt is timed from when its request left", async () => {
  const { enter, answers, machine, sent } = desk();
  const workspace = await enter();
  const { visits, outbox } = workspace;
  const first = later();
  const last = later();
  const atOnce = 12;
  await answerOnce(workspace);
  sent.length = 0;
  answers.push(...Array.from({ length: atOnce }, () => first.promise), last.promise);
  const digits = [..."0123456789abc"];
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  const done = outbox.sendBatch(digits.map(id));
  await expect.poll(() => sent.length).toBe(atOnce);
  machine.time += 1000;
  first.resolve({ kind: "charged" });
  await expect.poll(() => sent.length).toBe(atOnce + 1);
  machine.time += 40;
  last.resolve({ kind: "charged" });
  await done;
  const took = digits.map((digit) => visits.summary(id(digit))?.attempts.at(-1)?.durationMs);
  expect(took.toSorted((a = 0, b = 0) => a - b)).toEqual([40, ...digits.slice(1).map(() => 1000)]);
});

test("unsafe repeats: nothing waits in the browser's queue", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  const workspace = await enter();
  const { visits, outbox } = workspace;
  const answer = later();
  await answerOnce(workspace);
  sent.length = 0;
  answers.push(answer.promise);
  const digits = [..."0123456789abc"];
  for (const digit of digits) await visits.add(event(digit), { kind: "new" });
  const done = outbox.sendBatch(digits.map(id));
  await expect.poll(() => sent.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(6);
  answer.resolve({ kind: "charged" });
  await done;
  expect(sent).toHaveLength(digits.length);
});

test("a charged event is not sent again", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ kind: "blocked", reason: "charged" });
  expect(sent).toHaveLength(1);
});

test("edits after submitting are not sent unseen", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await visits.put(id("a"), event("a", "second thoughts"));
  machine.setOnline(true);
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("draft");
  expect(sent).toHaveLength(0);
  expect(visits.summary(id("a"))?.text).toBe("second thoughts");
});

test("an entry can be held and withdrawn until it leaves", async () => {
  const { enter, machine, sent } = desk();
  machine.setOnline(false);
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await visits.add(event("b"), { kind: "new" });
  await outbox.enqueueVisit(id("a"));
  await outbox.enqueueVisit(id("b"));
  expect(await outbox.hold(id("a"))).toBe(true);
  expect(await outbox.withdraw(id("b"))).toBe(true);
  machine.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toHaveLength(0);
  expect(visits.summary(id("b"))?.state).toBe("draft");
  await outbox.release(id("a"));
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(await outbox.hold(id("a"))).toBe(false);
});

test("faults that would be refused hold an event back", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a", "faulty"), { kind: "new" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ blocked: 1 });
  expect((await outbox.sendBatch([id("a")], { allowFaults: true })).counts).toEqual({ charged: 1 });
  expect(sent).toHaveLength(1);
});

test("a visit already charged is not sent", async () => {
  const { enter, answers, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(outbox.plan(id("b"))).toMatchObject({ reason: "visit-charged" });
  // An event not stored yet is judged by what is typed.
  expect(outbox.plan(id("c"), { live: { visitId: id("f") } })).toMatchObject({ reason: "visit-charged" });
  expect(outbox.plan(id("c"), { live: { visitId: id("e"), reason: "held" } })).toEqual({
    kind: "send",
    expects: "withheld",
  });
  answers.push({ kind: "refused", code: "VisitAlreadyInvoiced", message: "", fields: [] });
  await visits.add(event("d"), { kind: "new" });
  await outbox.sendBatch([id("d")]);
  await visits.put(id("d"), event("d", "changed"));
  expect(outbox.plan(id("d"))).toMatchObject({ reason: "visit-charged" });
  await visits.put(id("d"), event("d", "changed", "9"));
  expect(outbox.plan(id("d"))).toMatchObject({ kind: "send" });
  expect(sent).toHaveLength(2);
});
