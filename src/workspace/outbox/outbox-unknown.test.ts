import { expect, test } from "vitest";
import type { SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { desk, event, id, unknown } from "./test-desk.ts";

test("unsafe repeats: an unknown attempt waits for a person", async () => {
  const { enter, machine, answers, sent } = desk({ isSafe: false });
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ unknown: 1 });
  machine.pass(24 * 60 * 60 * 1000);
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ reason: "unknown-needs-word" });
  expect(await outbox.repeat(id("a"), { confirmed: false })).toMatchObject({ reason: "unknown-needs-word" });
  expect(sent).toHaveLength(1);
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([event("a"), event("a")]);
});

test("safe repeats: an unknown attempt is settled by itself", async () => {
  const { enter, machine, answers, sent } = desk();
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(visits.summary(id("a"))).toMatchObject({
    state: "unknown",
    queued: { reason: "settle", repeats: true },
  });
  await visits.put(id("a"), event("a", "changed"));
  await expect.poll(() => (machine.pass(10_000), visits.summary(id("a"))?.state)).toBe("charged");
  expect(sent).toEqual([event("a"), event("a")]);
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: true, text: "changed" });
});

test("a change waits until an unknown attempt is settled", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(unknown, { kind: "withheld", message: "manual review" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "changed"));
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "unknown-changed" });
  await expect(visits.reissue(id("a"))).rejects.toThrow("not settled");
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("withheld");
  expect(sent[1]).toEqual(event("a"));
  expect(outbox.plan(id("a"))).toEqual({ kind: "correct", expects: "charged" });
  const { eventId: next } = await outbox.enqueueVisit(id("a"));
  await expect.poll(() => visits.summary(next)?.state).toBe("charged");
  expect((await visits.get(id("a")))?.event).toEqual(event("a"));
  expect(sent[2]).toEqual({ ...event("a", "changed"), eventId: next });
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "replaced" });
});

test("no other event of the visit leaves meanwhile", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push(unknown);
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one", "f"), { kind: "new" });
  await visits.add(event("b", "two", "f"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  expect(outbox.plan(id("b"))).toMatchObject({ reason: "visit-unsettled" });
});

test("a refused repeat leaves the first attempt unknown", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push(unknown, { kind: "refused", code: "Duplicate", message: "Seen before", fields: [] });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await outbox.repeat(id("a"), { confirmed: true });
  await expect.poll(() => visits.summary(id("a"))?.attempts.length).toBe(2);
  await expect.poll(() => visits.summary(id("a"))?.attempts[1]?.outcome).toBe("refused");
  expect(visits.summary(id("a"))?.state).toBe("unknown");
});

test("a tab that dies during its request leaves it unknown", async () => {
  const { enter, answers, sent } = desk({ isSafe: false });
  answers.push(new Promise<SendResult>(() => undefined), { kind: "charged" });
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  await first.outbox.enqueueVisit(id("a"));
  await expect.poll(() => sent.length).toBe(1);
  await first.crash();
  const again = await enter();
  await expect.poll(() => again.visits.summary(id("a"))?.state).toBe("unknown");
  expect(again.visits.summary(id("a"))?.attempts).toMatchObject([{ outcome: "unknown" }]);
  expect(sent).toHaveLength(1);
});

test("a service that was gone is found again by itself", async () => {
  const { enter, machine, answers, sent, service } = desk();
  answers.push(unknown);
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await visits.add(event("b"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  service.isGone = true;
  await outbox.enqueueVisit(id("b"));
  await expect.poll(() => visits.summary(id("b"))?.queued?.reason).toBe("offline");
  // Far longer than all pauses between repeats together.
  for (let minute = 0; minute < 60; minute += 1) {
    machine.pass(60_000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(sent, "nothing leaves, and nothing more becomes unknown").toEqual([event("a")]);
  expect(visits.summary(id("a"))).toMatchObject({ state: "unknown", queued: { repeats: true } });
  service.isGone = false;
  answers.splice(0, answers.length, { kind: "charged" });
  const states = () => ["a", "b"].map((digit) => visits.summary(id(digit))?.state);
  await expect.poll(() => (machine.pass(3000), states())).toEqual(["charged", "charged"]);
  expect(sent.map(({ eventId }) => eventId).sort()).toEqual([id("a"), id("a"), id("b")]);
});

test("an unknown attempt is repeated when the service is back", async () => {
  const { enter, answers, sent } = desk();
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await outbox.serviceIsBack();
  await expect.poll(() => visits.summary(id("a"))?.state).toBe("charged");
  expect(sent).toEqual([event("a"), event("a")]);
});

test("unsafe repeats wait for a person even then", async () => {
  const { enter, machine, answers, sent } = desk({ isSafe: false });
  answers.push(unknown, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await outbox.serviceIsBack();
  machine.pass(60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  expect(visits.summary(id("a"))).toMatchObject({ state: "unknown" });
});
