import { expect, test } from "vitest";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { newPlace } from "./outgoing-queue.ts";
import { outboxOf, visitOf, waiting } from "./test-outbox.ts";

const at = 1_700_000_000_000;
const why = (plan: SendPlan) => (plan.kind === "blocked" ? plan.reason : plan.kind);
const attempt = { number: 1, startedAt: 5, by: "casey", contentHash: "h" };
const after = (outcome: "unknown" | "withheld" | "charged") => ({ attempts: [{ ...attempt, outcome }] });
const unknown = { ...after("unknown"), state: "unknown" } as const;

test("of the outbox, only what waits is planned", () => {
  const { outbox } = outboxOf({
    visits: [
      visitOf("a", waiting()),
      visitOf("b", waiting({ notBefore: 9 })),
      visitOf("c", waiting({ state: "held", notBefore: 9 })),
      visitOf("d", waiting({ state: "sending", notBefore: 9 })),
      visitOf("e"),
    ],
  });
  expect([..."abcdez"].map((id) => why(outbox.plan(id)))).toEqual([
    "already-queued",
    "send",
    "already-queued",
    "already-queued",
    "send",
    "not-found",
  ]);
});

test("a plan is of what is typed and asked", () => {
  const { outbox } = outboxOf({
    visits: [visitOf("a", { blocking: 1 })],
    facts: { claim: { kind: "free" } },
  });
  expect(why(outbox.plan("a"))).toBe("blocking-faults");
  expect(why(outbox.plan("a", { allowFaults: true }))).toBe("send");
  expect(outbox.plan("a", { live: { blocking: 0, reason: "Held" } })).toEqual({
    kind: "send",
    expects: "withheld",
  });
  // Not kept yet.
  expect(why(outbox.plan("z", { live: {} }))).toBe("send");
  const theirs = outboxOf({
    visits: [visitOf("a", { serviceVisitId: "s" })],
    facts: { claim: { kind: "free" } },
  });
  expect(why(theirs.outbox.plan("a"))).toBe("not-taken");
  expect(why(theirs.outbox.plan("a", { isTakenFirst: true }))).toBe("send");
});

test("a submitted event is kept, and waits as it is", async () => {
  const { outbox, own, place, happened } = outboxOf({
    visits: [visitOf("a", { notSent: "Changed" }), visitOf("b")],
  });
  expect(await outbox.enqueueVisit("a")).toEqual({ kind: "send", expects: "charged", eventId: "a" });
  expect(own.rows.get("a")).toStrictEqual(
    visitOf("a", { state: "waiting", queuedRevision: 3, queued: newPlace(at) }),
  );
  expect(own.written).toEqual([{ id: "a", strict: true }]);
  expect(await happened()).toEqual(["keep a", "run"]);
  await outbox.enqueueVisit("b", { isHeld: true, allowFaults: true });
  expect(place("b")).toStrictEqual(newPlace(at, { state: "held", allowFaults: true }));
  const online = outboxOf({ visits: [visitOf("a")], isOnline: true });
  await online.outbox.enqueueVisit("a");
  expect(online.own.written[0]).toEqual({ id: "a", strict: false });
  expect(await online.happened()).toEqual(["keep a", "run", "send a"]);
});

test("a batch is sent, and its outcomes counted", async () => {
  const { outbox, service } = outboxOf({ visits: [visitOf("a"), visitOf("b")], isOnline: true });
  expect(await outbox.sendBatch(["a", "b"])).toEqual({ total: 2, done: 2, counts: { charged: 2 } });
  expect(service.asks).toBeGreaterThan(0);
  const offline = outboxOf({ visits: [visitOf("a")] });
  const done = offline.outbox.sendBatch(["a"]);
  await offline.happened();
  await offline.own.index.change("a", () => visitOf("a", { notSent: "Changed" }));
  expect((await done).counts).toEqual({ "not-accepted": 1 });
});

test("what the plan forbids changes nothing", async () => {
  const { outbox, own, happened } = outboxOf({ visits: [visitOf("a", after("charged"))] });
  expect(await outbox.enqueueVisit("a")).toEqual({ ...blocked("charged"), eventId: "a" });
  expect([own.written, await happened()]).toEqual([[], []]);
});

test("what changed while it was submitted is planned again", async () => {
  for (const [meanwhile, reason] of [
    [visitOf("a", waiting({ state: "sending" })), "already-queued"],
    [visitOf("a", { ...after("withheld"), changedSinceAttempt: true }), "correct"],
  ] as const) {
    const { outbox, own } = outboxOf({ visits: [visitOf("a")] });
    own.meanwhile.set("a", meanwhile);
    expect(why(await outbox.enqueueVisit("a"))).toBe(reason);
    expect(own.rows.get("a")).toBe(meanwhile);
  }
  const { outbox, own } = outboxOf({ visits: [visitOf("a")] });
  const entering = outbox.enqueueVisit("a");
  own.rows.delete("a");
  expect(why(await entering)).toBe("not-found");
});

test("what waits leaves at once when submitted again", async () => {
  const settling = {
    ...unknown,
    queued: newPlace(4, { reason: "settle", repeats: true, notBefore: 9, tries: 2 }),
  };
  const { outbox, place } = outboxOf({
    visits: [
      visitOf("a", { ...waiting({ reason: "busy", notBefore: 9, tries: 4 }) }),
      visitOf("b", settling),
      visitOf("c", unknown),
    ],
  });
  for (const id of ["a", "b", "c"]) await outbox.enqueueVisit(id);
  expect(place("a")).toStrictEqual(newPlace(at, { tries: 4 }));
  expect(place("b")).toStrictEqual(newPlace(4, { reason: "settle", repeats: true, tries: 2 }));
  expect(place("c")).toStrictEqual(newPlace(at, { repeats: true }));
});

test("a changed withheld event leaves under a new id", async () => {
  const changed = { ...after("withheld"), changedSinceAttempt: true };
  const { outbox, service, place, happened } = outboxOf({ visits: [visitOf("a", changed)] });
  service.reissued = visitOf("b", { blocking: 1 });
  expect(await outbox.enqueueVisit("a")).toMatchObject({
    kind: "blocked",
    reason: "blocking-faults",
    eventId: "b",
  });
  expect(await happened()).toEqual(["keep a", "reissue a"]);
  expect(await outbox.enqueueVisit("a", { allowFaults: true })).toEqual({
    kind: "correct",
    expects: "charged",
    eventId: "b",
  });
  expect([place("a"), place("b")?.allowFaults]).toEqual([undefined, true]);
});

test("a version that cannot be written is not entered", async () => {
  const changed = { ...after("withheld"), changedSinceAttempt: true };
  const { outbox, own, service, place } = outboxOf({ visits: [visitOf("a", changed)] });
  service.reissued = new Error("The disk is full.");
  await expect(outbox.enqueueVisit("a")).rejects.toThrow("The disk is full.");
  const entering = outbox.enqueueVisit("a");
  own.rows.set("a", visitOf("a", after("charged")));
  expect(await entering).toMatchObject({ kind: "blocked", reason: "charged", eventId: "a" });
  expect(place("a")).toBeUndefined();
});

test("one submission tries a silent service, unless others wait", async () => {
  const tries = async (...others: Parameters<typeof visitOf>[1][]) => {
    const ids = ["x", "y", "z"];
    const all = others.map((more, index) => visitOf(`o${index}`, more));
    const { outbox, machine, service, happened } = outboxOf({
      visits: [...ids.map((id) => visitOf(id)), visitOf("a"), ...all],
      isSafe: false,
      isOnline: true,
    });
    service.answer = { kind: "unknown", message: "" };
    for (const id of ids) await outbox.enqueueVisit(id);
    await happened();
    expect(outbox.status().pausedBecause).toBe("no-answer");
    machine.isOnline = false;
    await outbox.enqueueVisit("a");
    machine.isOnline = true;
    return outbox.status().pausedBecause;
  };
  const later = at + 60_000;
  expect(await tries()).toBeUndefined();
  expect(
    await tries(waiting({ state: "held" }), waiting({ repeats: true, notBefore: later })),
  ).toBeUndefined();
  expect(await tries(waiting({ state: "held" }), waiting({ notBefore: later }))).toBe("no-answer");
});

test("an unknown event is asked for again, by its word", async () => {
  const { outbox, place, happened } = outboxOf({
    visits: [visitOf("a", unknown), visitOf("b", unknown)],
    isSafe: false,
  });
  expect((await outbox.repeat("a", { confirmed: false }))?.reason).toBe("unknown-needs-word");
  await happened();
  expect(await outbox.repeat("a", { confirmed: true })).toBeUndefined();
  expect(place("a")).toMatchObject({ repeats: true, confirmed: true });
  expect(await happened()).toEqual(["run"]);
  expect((await outbox.repeat("z", { confirmed: true }))?.reason).toBe("not-found");
});

test("a place is held, released and given up", async () => {
  const { outbox, place, happened } = outboxOf({
    visits: [visitOf("a", waiting({ notBefore: 9 })), visitOf("b")],
  });
  expect(await outbox.hold("a")).toBe(true);
  expect(place("a")).toStrictEqual(newPlace(1, { state: "held", notBefore: 9 }));
  expect(await happened()).toEqual(["run"]);
  await outbox.release("a");
  expect(place("a")).toStrictEqual(newPlace(1));
  expect([await outbox.hold("b"), await outbox.withdraw("b"), await outbox.withdraw("z")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await outbox.withdraw("a")).toBe(true);
  expect(place("a")).toBeUndefined();
});

test("what was charged meanwhile is not withdrawn", async () => {
  const { outbox, own } = outboxOf({ visits: [visitOf("a", waiting())] });
  own.meanwhile.set("a", visitOf("a", after("charged")));
  expect(await outbox.withdraw("a")).toBe(false);
});

test("a person need not wait for a busy service", async () => {
  const { outbox, place } = outboxOf({
    visits: [
      visitOf("a", waiting({ reason: "busy", notBefore: 9 })),
      visitOf("b", waiting({ reason: "offline", notBefore: 9 })),
      visitOf("c", waiting({ reason: "busy", notBefore: 9, state: "held" })),
    ],
  });
  await outbox.retryNow();
  expect(["a", "b", "c"].map((id) => place(id)?.notBefore)).toEqual([0, 9, 9]);
});

test("the service back, what got no answer is asked", async () => {
  for (const isSafe of [true, false]) {
    const { outbox, place, happened } = outboxOf({
      visits: [
        visitOf("a", { ...unknown, queued: newPlace(1, { repeats: true, notBefore: 9 }) }),
        visitOf("b", waiting({ notBefore: 9 })),
      ],
      isSafe,
    });
    await outbox.serviceIsBack();
    expect([place("a")?.notBefore, place("b")?.notBefore]).toEqual(isSafe ? [0, 9] : [9, 9]);
    expect(await happened()).toEqual(isSafe ? ["run"] : []);
  }
});
