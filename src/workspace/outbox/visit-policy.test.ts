import { expect, test } from "vitest";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import { changedWhileWaiting, unkeptEntry } from "#room/workspace/visits/visit-entry.ts";
import { ConflictError, newPlace } from "./outgoing-queue.ts";
import { asked, attempt, decisionOf, noAnswer, policyOf, rowOf } from "./test-policy.ts";

const corrects = { invoice: 4, reason: "Wrong level" };
const changed = { kind: "drop", code: "ChangedWhileWaiting", message: changedWhileWaiting };

test("few leave at once where lost answers need a person", async () => {
  for (const [isSafe, atOnce, claims] of [
    [true, 12, 128],
    [false, 6, 12],
  ] as const) {
    const { policy, call } = policyOf([], { isSafe });
    expect([policy.concurrency, policy.claimAtOnce]).toEqual([3, 3]);
    await call();
    expect([policy.concurrency, policy.claimAtOnce, policy.repeatsAreSafe()]).toEqual([
      atOnce,
      claims,
      isSafe,
    ]);
  }
});

test("three calls without an answer are the last", async () => {
  const { policy, service, call } = policyOf();
  service.answer = noAnswer;
  for (let calls = 0; calls < 3; calls += 1) {
    expect([policy.isSilent, policy.mayLeave(newPlace(0))]).toEqual([false, true]);
    await call();
  }
  expect([policy.isSilent, policy.mayLeave(newPlace(0))]).toEqual([true, false]);
  policy.tryAgain();
  expect(policy.isSilent).toBe(false);
});

test("a service that is gone is sent nothing", async () => {
  const { service, sent, call } = policyOf([rowOf({}, { source: { kind: "correction", corrects } })]);
  service.isGone = true;
  service.answer = noAnswer;
  expect(await call()).toBe(noAnswer);
  expect(await call()).toEqual({ kind: "not-sent" });
  service.isGone = false;
  await call();
  expect(sent).toStrictEqual(Array.from({ length: 2 }, () => ({ eventId: "a", text: "{}", corrects })));
  const plain = policyOf([], { canAsk: false });
  plain.service.answer = noAnswer;
  await plain.call();
  await plain.call();
  expect(plain.sent).toStrictEqual(Array.from({ length: 2 }, () => ({ eventId: "a", text: "{}" })));
});

test("before a visit leaves, the service is asked", async () => {
  const [s, t, v] = ["5".repeat(32), "7".repeat(32), "a".repeat(32)];
  const claim = { kind: "unknown" } as const;
  const all = [
    rowOf({}, { serviceVisitId: s }),
    rowOf({}, { eventId: "b", serviceVisitId: s }),
    rowOf({}, { eventId: "c", visitId: `{${v.toUpperCase()}}` }),
    rowOf({}, { eventId: "d" }),
    rowOf({ since: 1101 }, { eventId: "e", serviceVisitId: t }),
    rowOf({ repeats: true }, { eventId: "f", serviceVisitId: s }),
    rowOf({ repeats: true, confirmed: true }, { eventId: "h", serviceVisitId: "u" }),
    { ...unkeptEntry, eventId: "g", serviceVisitId: "w" },
  ];
  const ids = [...all.map(({ eventId }) => eventId), "z"];
  const { policy, asks, received } = policyOf(all, { claim });
  const kinds = (await policy.decisions(ids)).map((each) => each?.kind);
  expect(kinds).toEqual(["go", "go", "go", "go", "go", "drop", "drop", "later", undefined]);
  expect([asks, received]).toEqual([[[s, v, t]], [["row"]]]);
  // No service has them.
  const other = policyOf(all);
  await other.policy.decisions(ids);
  const typed = policyOf(all.slice(3, 4), { claim });
  await typed.policy.decisions(["d"]);
  const silent = policyOf(all, { claim, canAsk: false });
  await silent.policy.decisions(ids);
  expect([other.asks, typed.asks, silent.received]).toEqual([[], [], []]);
});

test("what the service can't tell of now goes on waiting", async () => {
  const waited = rowOf({}, { serviceVisitId: "s" });
  const { policy, service, sent, received } = policyOf([waited, rowOf({}, { eventId: "b" })], {
    claim: { kind: "unknown" },
    isTold: false,
  });
  const results = async () =>
    Promise.all(
      (await policy.decisions(["a", "b"])).map(
        (each) => each?.kind === "go" && each.send(new AbortController().signal),
      ),
    );
  expect(await results()).toEqual([{ kind: "busy" }, { kind: "charged" }]);
  service.isGone = true;
  expect((await results())[0]).toEqual({ kind: "not-sent" });
  expect(sent).toMatchObject([{ eventId: "b" }, { eventId: "b" }]);
  expect(received).toEqual([]);
});

test("only what waits and has a content leaves", async () => {
  const later = { kind: "later" };
  expect(await decisionOf(rowOf(), { body: "lost" })).toEqual(later);
  for (const state of ["held", "sending"] as const) expect(await decisionOf(rowOf({ state }))).toEqual(later);
  expect(await decisionOf({ ...unkeptEntry, eventId: "a" })).toEqual(later);
});

test("an example leaves only to a demo", async () => {
  const inBody = { attempts: [asked], attemptRevision: 3 };
  const drop = { kind: "drop", code: "example", message: blocked("example").message };
  for (const row of [
    rowOf({}, { isExample: true }),
    rowOf({ repeats: true }, { isExample: true, ...inBody }),
  ]) {
    expect(await decisionOf(row)).toEqual(drop);
    expect(await decisionOf(row, { isDemo: true })).toMatchObject({ kind: "go" });
  }
});

test("what was changed since is not sent", async () => {
  expect(await decisionOf(rowOf({}, { queuedRevision: 2 }))).toEqual(changed);
  expect(await decisionOf(rowOf(), { body: [4, "{}"] })).toEqual(changed);
  const message = blocked("to-be-merged").message;
  expect(await decisionOf(rowOf({}, { queuedRevision: 2, hasIncoming: true }))).toEqual({
    kind: "drop",
    code: "to-be-merged",
    message,
  });
  // It would leave under another id.
  const withheld = { attempts: [{ ...attempt, outcome: "withheld" }], changedSinceAttempt: true } as const;
  expect(await decisionOf(rowOf({}, withheld))).toEqual(changed);
});

test("what is changed while the service is asked isn’t sent", async () => {
  const body: [number, string] = [3, "{}"];
  const rows = [rowOf({}, { serviceVisitId: "5".repeat(32) }), rowOf({}, { eventId: "b" })];
  const { policy, reads } = policyOf(rows, { claim: { kind: "unknown" }, body });
  const ids = ["a", "b"];
  expect((await policy.decisions(ids)).map((each) => each?.kind)).toEqual(["go", "go"]);
  expect(reads, "what is as it was is read once").toEqual([ids]);
  const decisions = policy.decisions(ids);
  rows[0] = rowOf({}, { serviceVisitId: "5".repeat(32), revision: 4 });
  body[0] = 4;
  expect((await decisions)[0]).toEqual(changed);
});

test("what the plan forbids by now is not sent", async () => {
  const other = { ...unkeptEntry, eventId: "b", visitId: "v" };
  const charged = { kind: "drop", code: "visit-charged", message: blocked("visit-charged").message };
  expect(await decisionOf(rowOf(), { others: [{ ...other, state: "charged" }] })).toEqual(charged);
  expect(await decisionOf(rowOf(), { others: [{ ...other, state: "unknown" }] })).toEqual({ kind: "later" });
  expect(await decisionOf(rowOf(), { others: [rowOf({}, { eventId: "b" })] })).toMatchObject({ kind: "go" });
  const taken = await decisionOf(rowOf(), {
    claim: { kind: "theirs", by: "robin", until: 1, wasMine: true },
  });
  expect(taken).toMatchObject({ kind: "drop", code: "taken", message: expect.stringContaining("robin") });
  const faulty = { blocking: 1 };
  expect(await decisionOf(rowOf({}, faulty))).toMatchObject({ kind: "drop", code: "blocking-faults" });
  expect(await decisionOf(rowOf({ allowFaults: true }, faulty))).toMatchObject({ kind: "go" });
  // Asked for without confirmation; the plan says what a service that knows no repeats needs.
  const unknown = rowOf({}, { attempts: [asked] });
  expect(await decisionOf(unknown, { isSafe: false })).toMatchObject({ code: "unknown-needs-word" });
  expect(await decisionOf(unknown)).toMatchObject({ kind: "go" });
});

test("an event leaves as submitted, one of a visit", async () => {
  const row = rowOf();
  const { sent, decide } = policyOf([row], { body: [3, '{"note":1}'] });
  const go = await decide();
  if (go?.kind !== "go") throw new Error("It does not leave");
  expect(go.oneAtATime).toBe("v");
  expect(() => go.begin({ ...row, revision: 4 }, 9)).toThrow(ConflictError);
  expect(go.begin(row, 9)).toStrictEqual({
    ...row,
    attemptRevision: 3,
    changedSinceAttempt: false,
    queued: { ...row.queued, state: "sending" },
    attempts: [
      {
        number: 1,
        startedAt: 9,
        by: "casey",
        contentHash: "new",
        visitId: "v",
        currency: "USD",
        amountMinor: 7,
      },
    ],
  });
  const unpriced = { ...row, amountMinor: undefined };
  expect(go.begin(unpriced, 9).attempts[0]).not.toHaveProperty("amountMinor");
  expect(await go.send(new AbortController().signal)).toEqual({ kind: "charged" });
  expect(sent).toEqual([{ eventId: "a", text: '{"note":1}' }]);
});

test("a repeat sends what was sent, whatever the draft says", async () => {
  const unknown = {
    attempts: [asked],
    attemptRevision: 2,
    state: "unknown",
    changedSinceAttempt: true,
  } as const;
  const row = rowOf({ repeats: true }, unknown);
  const { sent, decide } = policyOf([row], { kept: { h: "first" } });
  const go = await decide();
  if (go?.kind !== "go") throw new Error("It does not leave");
  await go.send(new AbortController().signal);
  expect(sent).toEqual([{ eventId: "a", text: "first" }]);
  const begun = go.begin(row, 9);
  expect(begun).toMatchObject({ changedSinceAttempt: true, attemptRevision: 2, state: "unknown" });
  expect(begun.attempts[1]).toStrictEqual({
    number: 2,
    startedAt: 9,
    by: "casey",
    contentHash: "h",
    visitId: "v0",
    currency: "CAD",
  });
  const message = "The content of the unknown attempt is no longer stored.";
  expect(await decisionOf(row)).toEqual({ kind: "drop", code: "ContentLost", message });
  // The draft is still what was sent.
  const same = rowOf({ repeats: true }, { ...unknown, attemptRevision: 3 });
  const as = await decisionOf(same);
  if (as?.kind !== "go") throw new Error("It does not leave");
  expect(as.begin(same, 9)).toMatchObject({ changedSinceAttempt: false, attemptRevision: 3 });
});

test("a repeat that may charge twice needs a person's word", async () => {
  const row = rowOf({ repeats: true }, { attempts: [asked], attemptRevision: 3 });
  const { message } = blocked("unknown-needs-word");
  const no = { kind: "drop", code: "unknown-needs-word", message };
  expect(await decisionOf(row, { isSafe: false })).toEqual(no);
  expect(await decisionOf(row)).toMatchObject({ kind: "go" });
  const confirmed = { ...row, queued: { ...row.queued, confirmed: true } };
  expect(await decisionOf(confirmed, { isSafe: false })).toMatchObject({ kind: "go" });
});
