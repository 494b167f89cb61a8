import { expect, test, vi } from "vitest";
import { NotAllowed } from "./browser/failures.ts";
import { desk, event, heldEncryption, id } from "./test-workspace.ts";
import type { VisitRecord } from "./visits/visit-record.ts";
import type { Visits } from "./visits/visits.ts";

async function recordOf(visits: Visits): Promise<VisitRecord> {
  const record = await visits.get(id("a"));
  if (!record) throw new Error("It is here");
  return record;
}

test("an import overwrites nothing that was edited here", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  const results = async (note: string) =>
    (await visits.importMany([event("a", note)], { fileName: "f.json" })).map(({ result }) => result);
  expect(await results("one")).toEqual(["added"]);
  expect(await results("one")).toEqual(["same"]);
  expect(await results("two")).toEqual(["updated"]);
  await visits.put(id("a"), event("a", "mine"));
  expect(await results("three")).toEqual(["conflict"]);
  expect(visits.summary(id("a"))).toMatchObject({ text: "mine", hasIncoming: true });
  expect(await visits.get(id("a"))).toMatchObject({
    imported: event("a", "two"),
    incoming: event("a", "three"),
  });
  // Both sides of what is merged must still be as they were compared.
  const compared = await recordOf(visits);
  const merge = (of: VisitRecord) => visits.resolveMerge(id("a"), event("a", "merged"), of);
  expect(await results("four")).toEqual(["conflict"]);
  await expect(merge(compared)).rejects.toThrow("changed while you compared");
  const again = await recordOf(visits);
  await visits.put(id("a"), event("a", "typed since"));
  await expect(merge(again)).rejects.toThrow("changed while you compared");
  expect(visits.summary(id("a"))).toMatchObject({ text: "typed since", hasIncoming: true });
  await merge(await recordOf(visits));
  expect(visits.summary(id("a"))).toMatchObject({ text: "merged", hasIncoming: false });
  expect((await visits.get(id("a")))?.imported).toEqual(event("a", "four"));
});

test("half an entry is known until left, or merged", async () => {
  const { enter } = desk();
  const { visits, outbox } = await enter();
  const come = (note: string) => visits.importMany([event("a", note)], { fileName: "f.json" });
  await come("one");
  const lease = await visits.edit(id("a"));
  const typing = { path: "note", text: "m", before: "one" };
  await lease.put(event("a", "m"), { typing });
  expect(await visits.get(id("a"))).toMatchObject({ typing });
  expect(await outbox.enqueueVisit(id("a"))).toMatchObject({ reason: "unfinished" });
  await lease.put(event("a", "mine"), { typing: undefined });
  expect(visits.summary(id("a"))?.isUnfinished).toBe(false);
  await lease.put(event("a", "m"), { typing });
  lease.release();
  await come("two");
  await visits.resolveMerge(id("a"), event("a", "merged"), await recordOf(visits));
  // Its place may be another row’s by now.
  expect(await visits.get(id("a"))).not.toHaveProperty("typing");
  expect(outbox.plan(id("a"))).toMatchObject({ kind: "send" });
});

test("what the service takes back is not left to merge", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  const come = (note: string) =>
    visits.importMany([event("a", note)], { fileName: "", kind: "service", idOf: () => id("a") });
  await come("one");
  await visits.put(id("a"), event("a", "mine"));
  for (const last of ["one", "mine"]) {
    await come("two");
    expect(await visits.get(id("a"))).toMatchObject({ incoming: event("a", "two") });
    await come(last);
    expect(visits.summary(id("a"))).toMatchObject({ text: "mine", hasIncoming: false });
    expect((await recordOf(visits)).imported).toEqual(event("a", last));
  }
});

test("the service's version takes no imported one's place unseen", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  const bring = (note: string, kind: "import" | "service") =>
    visits.importMany([event("a", note)], { fileName: "", kind, idOf: () => id("a") });
  await bring("mine", "import");
  expect(await bring("theirs", "service")).toMatchObject([{ result: "conflict" }]);
  expect(await visits.get(id("a"))).toMatchObject({
    event: event("a", "mine"),
    incoming: { note: "theirs" },
  });
});

test("what waits to be merged is not left behind", async () => {
  const { enter } = desk(async () => ({ kind: "withheld" }));
  const { visits, outbox } = await enter();
  await visits.importMany([event("a", "one")], { fileName: "f.json" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "mine"));
  // It comes in while what was found ready is given the ID to be sent under.
  const held = heldEncryption();
  const entering = outbox.enqueueVisit(id("a"));
  await vi.waitFor(() => expect(held.begun()).toBe(true));
  await visits.importMany([event("a", "two")], { fileName: "f.json" });
  held.goOn();
  expect(await entering).toMatchObject({ eventId: id("a"), reason: "to-be-merged" });
  await expect(visits.reissue(id("a"), { typed: id("b") })).rejects.toThrow("Merge the two");
  expect(await visits.get(id("a"))).toMatchObject({ incoming: event("a", "two") });
});

test("a retyped eventId still finds its file and baseline", async () => {
  const { enter } = desk();
  const { visits, outbox } = await enter();
  const results = async (note: string) =>
    (await visits.importMany([event("a", note)], { fileName: "f.json" })).map((each) => [
      each.eventId,
      each.result,
    ]);
  await results("one");
  await visits.add(event("d"), { kind: "new" });
  await expect(visits.reissue(id("a"), { typed: id("d") })).rejects.toThrow("Another visit on this device");
  expect(visits.list()).toHaveLength(2);
  await visits.reissue(id("a"), { typed: id("b") });
  await visits.reissue(id("b"), { typed: id("c") });
  expect(await results("one")).toEqual([[id("c"), "same"]]);
  expect(await results("two")).toEqual([[id("c"), "conflict"]]);
  expect(visits.list().map(({ eventId }) => eventId)).toEqual(expect.arrayContaining([id("c"), id("d")]));
  expect(visits.list()).toHaveLength(2);
  expect(visits.summary(id("c"))).toMatchObject({ source: { kind: "import", name: "f.json" }, edited: true });
  // As after undoing both.
  await visits.reissue(id("c"), { typed: id("a") });
  expect(await visits.get(id("a"))).toMatchObject({
    event: event("a", "one"),
    imported: event("a", "one"),
    incoming: event("a", "two"),
  });
  expect(visits.summary(id("a"))).toMatchObject({ hasIncoming: true, edited: false });
  const later = await enter();
  expect(later.visits.newestOf(id("b"))).toBe(id("a"));
  await outbox.sendBatch([id("d")]);
  await expect(visits.reissue(id("d"), { typed: id("e") })).rejects.toThrow("It was charged under");
  expect(visits.summary(id("e"))).toBeUndefined();
});

test("a removed event returns with its attempts and requests", async () => {
  const { enter } = desk(async () => ({ kind: "withheld", message: "manual review" }));
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "two"));
  const removed = await visits.remove([id("a")]);
  expect(visits.list()).toEqual([]);
  expect(await visits.get(id("a"))).toBeUndefined();
  await visits.restore(removed);
  expect(visits.summary(id("a"))).toMatchObject({ state: "withheld", changedSinceAttempt: true });
  expect(await visits.attemptContent(id("a"), 1)).toEqual({ sent: event("a", "one") });
});

test("restoring a removed event never overwrites a newer import", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  await visits.add(event("a", "one"), { kind: "new" });
  const removed = await visits.remove([id("a")]);
  await visits.add(event("a", "two"), { kind: "new" });
  await visits.restore(removed);
  const again = await enter();
  expect((await again.visits.get(id("a")))?.event).toEqual(event("a", "two"));
});

test("an eventId that is taken is refused", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await expect(visits.add(event("a"), { kind: "new" })).rejects.toThrow(NotAllowed);
});
