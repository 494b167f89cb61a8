import { expect, test } from "vitest";
import { desk, event, id } from "./test-desk.ts";

test("a change that was reverted counts as unchanged", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "withheld" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "two"));
  await visits.put(id("a"), event("a", "three"));
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: true });
  const { eventId, ...rest } = event("a");
  await visits.put(id("a"), { ...rest, left: null, eventId });
  expect(visits.summary(id("a"))).toMatchObject({ changedSinceAttempt: false });
  await outbox.sendBatch([id("a")]);
  const [first, second] = visits.summary(id("a"))?.attempts ?? [];
  expect(second?.contentHash).toBe(first?.contentHash);
  expect(sent).toHaveLength(2);
  expect((await visits.attemptContent(id("a"), 1))?.sent).toMatchObject(event("a"));
  await visits.put(id("a"), event("a", "two"));
  expect((await visits.attemptContent(id("a"), 2))?.sent).toMatchObject(event("a"));
});

test("a charged visit imported again is not billed", async () => {
  const { enter, sent } = desk({ isSafe: false });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.remove([id("a")]);
  await visits.importMany([event("a"), event("b", "two", "a")], { fileName: "again.json" });
  expect((await outbox.sendBatch([id("a"), id("b")])).counts).toEqual({ blocked: 2 });
  expect(sent).toHaveLength(1);
});

test("a newer import that is not merged keeps it here", async () => {
  const { enter, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await visits.put(id("a"), event("a", "mine"));
  await visits.importMany([event("a", "theirs")], { fileName: "two.json" });
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "to-be-merged" });
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ reason: "to-be-merged" });
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ blocked: 1 });
  expect(sent).toEqual([]);
  const compared = { event: event("a", "mine"), incoming: event("a", "theirs") };
  await visits.resolveMerge(id("a"), event("a", "both"), compared);
  expect((await outbox.sendBatch([id("a")])).counts).toEqual({ charged: 1 });
});

test("a newer import while it waits keeps it here", async () => {
  const { enter, machine, sent } = desk();
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await visits.put(id("a"), event("a", "mine"));
  machine.setOnline(false);
  await outbox.enqueueVisit(id("a"));
  await visits.importMany([event("a", "theirs")], { fileName: "two.json" });
  machine.setOnline(true);
  await expect.poll(() => visits.summary(id("a"))?.queued).toBeUndefined();
  expect(sent).toEqual([]);
});

test("a correction of a withheld visit is one row", async () => {
  const { enter, answers } = desk();
  answers.push({ kind: "withheld", message: "review" }, { kind: "charged" });
  const { visits, outbox } = await enter();
  await visits.importMany([event("a")], { fileName: "one.json" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "corrected"));
  const { counts } = await outbox.sendBatch([id("a")]);
  expect(counts).toEqual({ charged: 1 });
  const [row, ...others] = visits.list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: "charged", source: { kind: "reissue", name: id("a") } });
  expect(visits.older(row?.eventId ?? "")).toMatchObject([{ eventId: id("a"), state: "withheld" }]);
  expect(visits.newestOf(id("a"))).toBe(row?.eventId);
  const [again] = await visits.importMany([event("a", "newer")], { fileName: "two.json" });
  // It is invoiced: there is nothing left to merge into.
  expect(again).toEqual({ eventId: row?.eventId, result: "charged" });
  expect(visits.summary(row?.eventId ?? "")?.hasIncoming).toBe(false);
  expect(visits.list()).toHaveLength(1);

  const removed = await visits.remove([row?.eventId ?? ""]);
  expect(visits.list()).toEqual([]);
  await visits.restore(removed);
  expect(visits.list()).toHaveLength(1);
  expect(visits.older(row?.eventId ?? "")).toHaveLength(1);
});

test("two tabs that correct an event make one version", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "withheld" }, { kind: "charged" });
  const [one, two] = [await enter(), await enter()];
  await one.visits.add(event("a"), { kind: "new" });
  await one.outbox.sendBatch([id("a")]);
  await one.visits.put(id("a"), event("a", "corrected"));
  await expect.poll(() => two.outbox.plan(id("a")).kind).toBe("correct");
  await Promise.all([one.outbox.enqueueVisit(id("a")), two.outbox.enqueueVisit(id("a"))]);
  await expect.poll(() => one.visits.list().map(({ state }) => state)).toEqual(["charged"]);
  await expect.poll(() => two.visits.list().map(({ state }) => state)).toEqual(["charged"]);
  expect(sent).toHaveLength(2);
});

test("a correction typed on in another tab is not sent", async () => {
  const { enter, answers, sent } = desk();
  answers.push({ kind: "withheld" });
  const [one, two] = [await enter(), await enter()];
  await one.visits.add(event("a"), { kind: "new" });
  await one.outbox.sendBatch([id("a")]);
  await one.visits.put(id("a"), event("a", "looked at"));
  await expect.poll(() => two.outbox.plan(id("a")).kind).toBe("correct");
  const seen = two.visits.summary(id("a"))?.revision;
  await one.visits.put(id("a"), event("a", "half typed"));
  expect(two.visits.summary(id("a"))?.revision).toBe(seen);
  expect(await two.outbox.enqueueVisit(id("a"), { seen })).toMatchObject({ reason: "changed-since" });
  expect(two.visits.list().map(({ eventId }) => eventId)).toEqual([id("a")]);
  expect(sent).toHaveLength(1);
});

test("a correction whose eventId is overwritten stays valid", async () => {
  const { enter, answers } = desk({ isSafe: false });
  answers.push({ kind: "withheld", message: "manual review" });
  const { visits, outbox } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  const first = await visits.reissue(id("a"));
  const second = await visits.reissue(first, { typed: id("c") });
  expect(visits.list().map(({ eventId }) => eventId)).toEqual([second]);
  expect(visits.newestOf(id("a"))).toBe(second);
  expect(visits.older(second).map(({ eventId }) => eventId)).toEqual([id("a")]);
  expect(outbox.plan(id("a"))).toMatchObject({ reason: "replaced" });
  expect(await visits.reissue(id("a"))).toBe(second);
});
