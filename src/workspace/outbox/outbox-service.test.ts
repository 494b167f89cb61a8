import { expect, test } from "vitest";
import type { Settled } from "#room/workspace/attempts/outbox-entry.ts";
import type { BatchItem } from "./outbox.ts";
import { newPlace } from "./outgoing-queue.ts";
import { letter, outboxOf, visitOf, waiting } from "./test-outbox.ts";

const at = 1_700_000_000_000;
const attempt = { number: 1, startedAt: 5, by: "casey", contentHash: "h" };
const guid = "ab".repeat(16);

test("a message waits for its undo time", async () => {
  const { outbox, letters, place, happened } = outboxOf({ messages: { m: letter, n: letter } });
  await outbox.enqueueMessage("m", { holdMs: 10_000 });
  expect(letters.rows.get("m")?.state).toBe("waiting");
  expect(place("m")).toStrictEqual(newPlace(at, { reason: "undo", notBefore: at + 10_000 }));
  expect([letters.written, await happened()]).toEqual([[{ id: "m", strict: true }], ["run"]]);
  await outbox.enqueueMessage("n");
  expect(place("n")).toStrictEqual(newPlace(at));
  expect(await outbox.hold("m")).toBe(true);
});

test("a message that has left is not queued", async () => {
  const { outbox } = outboxOf({
    messages: {
      a: { ...letter, queued: newPlace(1) },
      b: { ...letter, state: "sent" },
      c: { ...letter, state: "unknown" },
    },
  });
  for (const id of ["a", "b", "c"])
    await expect(outbox.enqueueMessage(id)).rejects.toThrow("on its way, sent, or may have been sent");
  await expect(outbox.enqueueMessage("z")).rejects.toThrow("no longer on this device");
});

test("a message is asked for again under its own id", async () => {
  const lost = { ...letter, state: "unknown", attempts: [{ ...attempt, outcome: "unknown" }] } as const;
  const { outbox, place } = outboxOf({ messages: { [`{${guid}}`]: lost } });
  expect(await outbox.repeat(`{${guid}}`, { confirmed: true })).toBeUndefined();
  expect(place(`{${guid}}`)).toMatchObject({ repeats: true });
  expect(await outbox.withdraw(`{${guid}}`)).toBe(true);
  expect(place(`{${guid}}`)).toBeUndefined();
});

test("an event in another spelling is the same", async () => {
  const { outbox, place } = outboxOf({ visits: [visitOf(guid)] });
  await outbox.enqueueVisit(`{${guid.toUpperCase()}}`);
  expect(place(guid)).toBeDefined();
  expect(await outbox.hold(`{${guid.toUpperCase()}}`)).toBe(true);
});

test("what was changed after a look is not sent", async () => {
  const { outbox, place } = outboxOf({ visits: [visitOf("a"), visitOf("b")] });
  const no = { kind: "blocked", reason: "changed-since", eventId: "a" };
  expect(await outbox.enqueueVisit("a", { seen: 2 })).toMatchObject(no);
  expect(place("a")).toBeUndefined();
  const items: BatchItem[] = [];
  const seen = new Map([
    ["a", 2],
    ["b", 3],
  ]);
  void outbox.sendBatch(["a", "b"], { seen, onItem: (item) => void items.push(item) });
  await expect.poll(() => place("b")).toBeDefined();
  expect(items).toMatchObject([{ id: "a", outcome: "blocked" }]);
  expect(place("a")).toBeUndefined();
});

test("what another tab wrote in that moment is not sent", async () => {
  const { outbox, own, place } = outboxOf({ visits: [visitOf("a")] });
  const entering = outbox.enqueueVisit("a", { seen: 3 });
  own.rows.set("a", visitOf("a", { revision: 4 }));
  expect(await entering).toMatchObject({ kind: "blocked", reason: "changed-since" });
  expect(place("a")).toBeUndefined();
});

test("a status is the same until something changes", async () => {
  const { outbox, machine } = outboxOf({ visits: [visitOf("a", waiting()), visitOf("b")] });
  let told = 0;
  const stop = outbox.subscribe(() => (told += 1));
  const before = outbox.status();
  expect(before).toEqual({ waiting: 1, held: 0, sending: 0, pausedBecause: "offline" });
  expect(outbox.status()).toBe(before);
  await outbox.hold("a");
  expect(outbox.status()).toMatchObject({ waiting: 0, held: 1 });
  expect(told).toBe(1);
  machine.setOnline(true);
  expect(outbox.status()).not.toHaveProperty("pausedBecause");
  expect(told).toBe(2);
  stop();
  await outbox.release("a");
  expect(told).toBe(2);
});

test("what waits leaves when the network is back", async () => {
  const { outbox, machine, happened } = outboxOf({ visits: [visitOf("a", waiting())] });
  machine.setOnline(true);
  expect(await happened()).toEqual(["run", "send a"]);
  machine.isOnline = false;
  outbox.sendWaiting();
  expect(await happened()).toEqual(["run"]);
});

test("outcomes are told here at once, elsewhere together", async () => {
  const { outbox, posted, learn, happened } = outboxOf();
  const heard: string[] = [];
  outbox.onSettled(({ id }) => heard.push(id));
  const [a, b, c] = ["a", "b", "c"].map((id): Settled => ({ id, kind: "visit", outcome: "charged" }));
  if (!a || !b || !c) return;
  const lost = { ...b, outcome: "unknown" } as const;
  learn(a);
  learn(lost);
  expect([heard, posted]).toEqual([["a", "b"], []]);
  expect(await happened()).toEqual(["known? b"]);
  expect(posted).toEqual([{ type: "settled", settled: [a, lost] }]);
  learn(c);
  await happened();
  expect(posted.slice(1)).toEqual([{ type: "settled", settled: [c] }]);
  outbox.receiveFromTab([b, a]);
  await happened();
  expect([heard.slice(3), posted.length]).toEqual([["b", "a"], 2]);
});

test("an outcome of a send is told", async () => {
  const { outbox, posted, happened } = outboxOf({ visits: [visitOf("a")], isOnline: true });
  await outbox.enqueueVisit("a");
  await happened();
  await happened();
  expect(posted).toEqual([{ type: "settled", settled: [{ id: "a", kind: "visit", outcome: "charged" }] }]);
});

/** Another tab is sending. */
function elsewhere() {
  const row = visitOf("a", { ...waiting({ state: "sending" }), attempts: [attempt] });
  const all = outboxOf({ visits: [row] });
  void all.machine.locks.request("outbox", () => new Promise(() => undefined));
  return all;
}

test("another tab is asked to take back what it claimed", async () => {
  const { outbox, own, posted } = elsewhere();
  const asked = outbox.withdraw("a");
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(posted).toEqual([{ type: "withdraw", id: "a" }]);
  await own.index.change("a", () => visitOf("a"));
  expect(await asked).toBe(true);
});

test("what another tab sent before is not withdrawn", async () => {
  for (const [row, isWithdrawn] of [
    [visitOf("a", { attempts: [{ ...attempt, outcome: "charged" }] }), false],
    [visitOf("a", waiting()), false],
    [visitOf("a", { attempts: [{ ...attempt, startedAt: 4, outcome: "charged" }] }), true],
  ] as const) {
    const { outbox, own } = elsewhere();
    const asked = outbox.withdraw("a");
    await new Promise((resolve) => setTimeout(resolve, 0));
    await own.index.change("a", () => row);
    expect(await asked).toBe(isWithdrawn);
  }
});

test("what is claimed and not sent is given back", async () => {
  const visits = [..."abcd"].map((id) => visitOf(id));
  const { outbox, service, place, happened } = outboxOf({ visits, isOnline: true });
  service.answer = new Promise(() => undefined);
  for (const { eventId } of visits) await outbox.enqueueVisit(eventId);
  expect((await happened()).filter((each) => each.startsWith("send"))).toHaveLength(3);
  for (const id of ["a", "d"]) {
    expect(place(id)?.state).toBe("sending");
    await outbox.giveBack(id);
  }
  expect([place("a")?.state, place("d")]).toEqual(["sending", undefined]);
});

test("a stopped outbox hears and does nothing more", async () => {
  const { outbox, machine, own, learn, happened } = outboxOf({ visits: [visitOf("a", waiting())] });
  let told = 0;
  outbox.subscribe(() => (told += 1));
  const heard: string[] = [];
  outbox.onSettled(({ id }) => heard.push(id));
  outbox.stop();
  machine.setOnline(true);
  learn({ id: "a", kind: "visit", outcome: "charged" });
  await own.index.change("a", (row) => row);
  expect([told, heard]).toEqual([0, []]);
  outbox.sendWaiting();
  expect(await happened()).toEqual([]);
});

test("what got no answer is counted apart", () => {
  const { outbox } = outboxOf({
    visits: [visitOf("a", waiting()), visitOf("b", waiting({ repeats: true }))],
  });
  expect(outbox.status()).toMatchObject({ waiting: 1, unanswered: 1 });
});
