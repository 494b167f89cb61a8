import { expect, test } from "vitest";
import { settled, withoutOpenAttempt } from "#room/workspace/attempts/attempt-list.ts";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { ConflictError, newPlace, type QueueParts } from "./outgoing-queue.ts";
import { begun, type QueueEntry, type SendDecision, type SendPolicy, SendQueue } from "./send-queue.ts";
import { indexOf } from "./test-index.ts";

const facts = { by: "casey", contentHash: "h" };
const charged: SendResult = { kind: "charged" };

function entryOf(queued?: Partial<QueuedSend>, more: Partial<QueueEntry> = {}): QueueEntry {
  return {
    state: "draft",
    attempts: [],
    updatedAt: 0,
    ...more,
    ...(queued && { queued: newPlace(1, queued) }),
  };
}

/** An entry whose attempt started at this time. */
const sending = (startedAt: number, queued: Partial<QueuedSend> = {}) =>
  entryOf({ state: "sending", ...queued }, { attempts: [{ ...facts, startedAt, number: 1 }] });

/** A queue of these entries, each of which may go unless told otherwise, and what was written how. */
function queueOf(
  entries: Record<string, QueueEntry>,
  decisions: Record<string, SendDecision<QueueEntry> | undefined> = {},
  { isSafe = true, longRun = 16, ...more }: Partial<SendPolicy<QueueEntry>> & { isSafe?: boolean } = {},
) {
  const { rows, written, meanwhile, index } = indexOf(entries);
  const unqueued = ({ queued: _queued, ...entry }: QueueEntry): QueueEntry => entry;
  const go = (oneAtATime = ""): SendDecision<QueueEntry> => ({
    kind: "go",
    oneAtATime,
    begin: (known, startedAt) => begun(known, { ...facts, startedAt }),
    send: async () => charged,
  });
  const policy: SendPolicy<QueueEntry> = {
    kind: "visit",
    concurrency: 3,
    claimAtOnce: 5,
    longRun,
    isSilent: false,
    tryAgain: () => undefined,
    mayLeave: () => true,
    repeatsAreSafe: () => isSafe,
    restated: (entry) => entry,
    unqueued,
    dropped: (entry, why) => ({ ...unqueued(entry), state: why }),
    placed: (entry, queued) => ({ ...entry, queued }),
    takenBack: withoutOpenAttempt,
    decisions: async (ids) => ids.map((id) => (id in decisions ? decisions[id] : go())),
    concluded: (known, result, conclusion) =>
      unqueued(settled(known, result.kind === "refused" ? "refused" : "charged", conclusion.facts)),
    ...more,
  };
  const parts = { now: () => 1000, random: () => 1 } as unknown as QueueParts;
  const queue = new SendQueue(index, policy, parts);
  return { queue, rows, written, meanwhile, index, go };
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

test("an attempt is written for good before it may leave", async () => {
  const { queue, rows, written } = queueOf({ a: entryOf({}), b: entryOf({}), c: entryOf() });
  expect([queue.startedAt("c"), queue.lastStartedAt("c")]).toEqual([undefined, undefined]);
  const { claimed, dropped } = await queue.claim(["a", "b"]);
  expect([ids(claimed), dropped]).toEqual([["a", "b"], []]);
  expect(written).toEqual(["a", "b"].map((id) => ({ id, strict: true })));
  expect(rows.get("a")).toMatchObject({ queued: { state: "sending" }, attempts: [{ startedAt: 1000 }] });
  expect([queue.kind, queue.concurrency, queue.claimAtOnce]).toEqual(["visit", 3, 5]);
  expect([queue.startedAt("a"), queue.lastStartedAt("a"), queue.startedAt("z")]).toEqual([
    1000,
    1000,
    undefined,
  ]);
  expect([queue.lastStartedAt("z"), queue.has("a"), queue.has("z")]).toEqual([undefined, true, false]);
  expect(await claimed[0]?.send(new AbortController().signal)).toBe(charged);
});

test("what changed meanwhile does not leave", async () => {
  const conflict: SendDecision<QueueEntry> = {
    ...queueOf({}).go(),
    begin: () => {
      throw new ConflictError();
    },
  } as SendDecision<QueueEntry>;
  const entries = { a: entryOf({}), b: sending(5), c: entryOf({ state: "held" }), d: entryOf() };
  const { queue, rows } = queueOf(entries, { a: conflict });
  expect(await queue.claim(["a", "b", "c", "d", "z"])).toEqual({ claimed: [], dropped: [] });
  expect([...rows]).toEqual(Object.entries(entries));
  const broken = {
    ...conflict,
    begin: () => {
      throw new Error("No space");
    },
  } as SendDecision<QueueEntry>;
  await expect(queueOf({ a: entryOf({}) }, { a: broken }).queue.claim(["a"])).rejects.toThrow("No space");
});

test("of two with one key the second waits", async () => {
  const entries = { a: entryOf({}), b: entryOf({}), c: entryOf({}), d: entryOf({}) };
  const { go } = queueOf({});
  const { queue } = queueOf(entries, { a: go("v"), b: go("v"), c: go(), d: go() });
  expect(ids((await queue.claim(["a", "b", "c", "d"])).claimed)).toEqual(["a", "c", "d"]);
  const { queue: other } = queueOf(entries, { a: { kind: "later" }, b: undefined });
  expect(ids((await other.claim(["a", "b", "c"])).claimed)).toEqual(["c"]);
});

test("what must not leave is taken out, and says why", async () => {
  const drop = { kind: "drop", code: "example", message: "An example" } as const;
  const entries = { a: entryOf({}), b: sending(5), c: entryOf() };
  const { queue, rows } = queueOf(entries, { a: drop, b: drop, c: drop, z: drop });
  const why = { kind: "visit", outcome: "not-accepted", code: "example", message: "An example" };
  expect(await queue.claim(["a", "b", "c", "z"])).toEqual({
    claimed: [],
    dropped: ["a", "b", "c", "z"].map((id) => ({ id, ...why })),
  });
  expect(rows.get("a")).toEqual({ ...entryOf(), state: "An example" });
  expect(rows.get("b")).toBe(entries.b);
});

test("an answer settles the attempt it belongs to alone", async () => {
  const entries = { a: sending(5), b: sending(6), c: entryOf(undefined, { attempts: sending(5).attempts }) };
  const { queue, rows } = queueOf({ ...entries, d: entryOf({}) });
  for (const id of ["b", "c", "d", "z"])
    expect(await queue.settle(id, charged, { startedAt: 5 })).toBeUndefined();
  expect([rows.get("b"), rows.get("c")]).toEqual([entries.b, entries.c]);
  expect(await queue.settle("a", charged, { startedAt: 5, durationMs: 3 })).toStrictEqual({
    id: "a",
    kind: "visit",
    outcome: "charged",
  });
  expect(rows.get("a")).toMatchObject({ updatedAt: 1000, attempts: [{ outcome: "charged", durationMs: 3 }] });
  const refused = { kind: "refused", code: "NotEmpty", message: "No", fields: [] } as const;
  expect(await queue.settle("b", refused, { startedAt: 6 })).toStrictEqual({
    id: "b",
    kind: "visit",
    outcome: "refused",
    code: "NotEmpty",
    message: "No",
  });
});

test("what was not accepted waits on, a busy service longer", async () => {
  const { queue, rows } = queueOf({ a: sending(5), b: sending(5) });
  expect(await queue.settle("a", { kind: "not-sent" }, { startedAt: 5 })).toBeUndefined();
  expect(await queue.settle("b", { kind: "busy" }, { startedAt: 5 })).toBeUndefined();
  const attempts = [{ outcome: "not-accepted" }];
  expect(rows.get("a")).toMatchObject({ attempts, queued: { state: "waiting", notBefore: 0 } });
  expect(rows.get("b")).toMatchObject({ attempts, queued: { state: "waiting", notBefore: 3000 } });
});

test("outcomes of a long run are written together", async () => {
  const run = async (count: number) => {
    const all = Array.from({ length: count }, (_, index) => [`v${index}`, sending(5)] as const);
    const { queue, written } = queueOf(Object.fromEntries(all), {}, { longRun: 2 });
    await Promise.all(all.slice(0, 2).map(([id]) => queue.settle(id, charged, { startedAt: 5 })));
    await queue.settle("v2", charged, { startedAt: 5 });
    return written.map(({ mayWait }) => mayWait);
  };
  expect(await run(3)).toEqual([false, false, false]);
  expect(await run(4)).toEqual([true, false, false]);
  expect(await run(6)).toEqual([true, true, true]);
});

test("what never left waits again, or as asked", async () => {
  const entries = { a: sending(5), b: sending(5), c: entryOf({}), d: entryOf() };
  const { queue, rows } = queueOf(entries);
  await queue.unclaim(["a", "c", "d", "z"]);
  await queue.unclaim(["b"], () => undefined);
  expect(rows.get("a")).toMatchObject({ attempts: [], queued: { state: "waiting" } });
  expect(rows.get("b")).toEqual(entryOf());
  expect([rows.get("c"), rows.get("d"), rows.get("z")]).toEqual([entries.c, entries.d, undefined]);
});

test("a place is changed until its entry leaves", async () => {
  const entries = { a: entryOf({}), b: sending(5), c: entryOf(), d: entryOf({ state: "held" }) };
  const { queue, rows, written } = queueOf(entries);
  const hold = (id: string) => queue.requeue(id, (queued) => ({ ...queued, state: "held" }));
  expect([await hold("a"), await hold("b"), await hold("c"), await hold("z")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(await queue.requeue("d", () => undefined)).toBe(true);
  expect(rows.get("a")?.queued?.state).toBe("held");
  expect([rows.get("b"), rows.get("c"), rows.get("d")]).toEqual([entries.b, entries.c, entryOf()]);
  expect(written.every(({ strict }) => strict === true)).toBe(true);
});

test("only what is unknown is repeated, and only once", async () => {
  const unknown = { state: "unknown" };
  const entries = {
    a: entryOf(undefined, unknown),
    b: entryOf({ state: "sending" }, unknown),
    c: entryOf({ reason: "settle", notBefore: 9, since: 4, tries: 2 }, unknown),
    d: entryOf({}),
  };
  const { queue, rows } = queueOf(entries);
  const reasonOf = async (id: string, confirmed = false, of = queue) =>
    (await of.repeat(id, confirmed))?.reason;
  expect([await reasonOf("b"), await reasonOf("d"), await reasonOf("z")]).toEqual([
    "already-queued",
    "already-queued",
    "not-found",
  ]);
  expect([rows.get("b"), rows.get("d")]).toEqual([entries.b, entries.d]);
  expect([await reasonOf("a"), await reasonOf("c", true)]).toEqual([undefined, undefined]);
  expect(rows.get("a")?.queued).toEqual(newPlace(1000, { repeats: true, confirmed: false }));
  expect(rows.get("c")?.queued).toEqual(newPlace(4, { reason: "settle", tries: 2, confirmed: true }));
  const { queue: unsafe } = queueOf(entries, {}, { isSafe: false });
  expect(await reasonOf("a", false, unsafe)).toBe("unknown-needs-word");
  expect(await reasonOf("a", true, unsafe)).toBeUndefined();
});

test("what its policy and its index say is handed on", async () => {
  const asked: string[] = [];
  const placed = entryOf({ state: "held" });
  const { queue } = queueOf(
    { a: entryOf({ since: 7 }), b: entryOf() },
    {},
    {
      isSilent: true,
      tryAgain: () => void asked.push("again"),
      mayLeave: (queued) => queued?.since === 7,
      placed: () => placed,
    },
  );
  queue.tryAgain();
  expect([queue.isSilent, asked]).toEqual([true, ["again"]]);
  expect(["a", "b", "z"].map((id) => queue.mayLeave(id))).toEqual([true, false, false]);
  expect([[...queue.queuedIds], queue.queued("b"), queue.queued("z")]).toEqual([["a"], undefined, undefined]);
  expect(queue.placed(entryOf(), newPlace(1))).toBe(placed);
  const stop = queue.subscribe(() => void asked.push("changed"));
  await queue.requeue("a", () => undefined);
  stop();
  await queue.requeue("a", () => undefined);
  expect(asked).toEqual(["again", "changed"]);
});

test("what another tab wrote just before counts", async () => {
  const unknown = entryOf(undefined, { state: "unknown" });
  const { queue, rows, meanwhile } = queueOf({
    a: sending(5),
    b: entryOf({}),
    c: sending(5),
    d: entryOf({}),
  });
  meanwhile.set("a", sending(6)).set("b", sending(6)).set("c", entryOf({})).set("d", unknown);
  expect(await queue.settle("a", charged, { startedAt: 5 })).toBeUndefined();
  expect(await queue.requeue("b", () => undefined)).toBe(false);
  await queue.unclaim(["c"], () => undefined);
  expect(await queue.repeat("d", false)).toBeUndefined();
  const [a, b, c, d] = [..."abcd"].map((id) => rows.get(id));
  expect([a, b, c]).toEqual([sending(6), sending(6), entryOf({})]);
  expect(d?.queued?.repeats).toBe(true);
});
