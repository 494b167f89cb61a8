import { describe, expect, test } from "vitest";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { BlockReason, QueuedSend } from "#room/workspace/attempts/outbox-entry.ts";
import type { Claim } from "./claim.ts";
import { blockedRepeat } from "./blocked-repeat.ts";
import { type PlanFacts, planOf } from "./send-plan.ts";
import { unkeptEntry, type VisitEntry } from "./visit-entry.ts";

const entryOf = (set: Partial<VisitEntry> = {}): VisitEntry => ({ ...unkeptEntry, eventId: "own", ...set });
const otherOf = (set: Partial<VisitEntry>): VisitEntry => entryOf({ eventId: "other", ...set });
const after = (outcome: Attempt["outcome"], set: Partial<Attempt> = {}) => ({
  attempts: [{ number: 2, startedAt: 1, by: "casey", contentHash: "h", outcome, ...set } as Attempt],
});
const queuedAs = (state: QueuedSend["state"]): QueuedSend => ({
  state,
  reason: "queued",
  since: 1,
  notBefore: 0,
  tries: 0,
});

function plan(entry: VisitEntry, facts: Partial<PlanFacts> = {}) {
  return planOf(entry, {
    sameVisit: [entry],
    repeatsAreSafe: false,
    allowFaults: false,
    examplesMayLeave: false,
    removedCharge: undefined,
    isReplaced: false,
    ...facts,
  });
}
const why = (entry: VisitEntry, facts?: Partial<PlanFacts>): BlockReason | "sends" => {
  const planned = plan(entry, facts);
  return planned.kind === "blocked" ? planned.reason : "sends";
};
const among = (entry: VisitEntry, ...others: VisitEntry[]) => ({ sameVisit: [entry, ...others] });

test("an event never sent is sent, and what it expects", () => {
  expect(plan(entryOf())).toEqual({ kind: "send", expects: "charged" });
  expect(plan(entryOf({ reason: "Held" }))).toEqual({ kind: "send", expects: "withheld" });
});

test("what waits, charged as it is, is answered again", () => {
  const claim = { kind: "charged", eventId: "own", wasMine: false } as const;
  const facts = { claim, repeatsAreSafe: true, isInOutbox: true };
  expect(why(entryOf(), facts)).toBe("sends");
  expect(why(entryOf({ edited: true }), facts)).toBe("charged");
  for (const other of [{ repeatsAreSafe: false }, { isInOutbox: false }])
    expect(why(entryOf(), { ...facts, ...other })).toBe("charged");
});

test("what is void is called so, whoever charged it", () => {
  const claim = { kind: "charged", eventId: "own", wasMine: false, isVoided: true } as const;
  const facts = { claim, repeatsAreSafe: true, isInOutbox: true };
  for (const entry of [entryOf(), entryOf(after("charged")), entryOf({ eventId: "later" })])
    expect(why(entry, facts)).toBe("voided");
  expect(why(entryOf(), { ...facts, ...among(entryOf(), otherOf({ state: "charged" })) })).toBe("voided");
});

test("over another's work nothing unanswered is repeated", () => {
  const [dana, ran]: Claim[] = [{ kind: "theirs", by: "dana", until: 9, wasMine: true }, { kind: "ran-out" }];
  const no = (claim: Claim | undefined, isOutdated = false, newest?: string, entry = entryOf()) =>
    blockedRepeat(entry, { isOutdated, ...(claim && { claim }) }, newest)?.reason;
  const corrects = { invoice: 1, reason: "" };
  const correction = entryOf({ source: { kind: "correction", corrects } });
  expect([no(dana, false, "other"), no(ran, true, "other")]).toEqual(["taken", "outdated"]);
  expect(no(undefined, true, "other")).toBe("outdated");
  // With an invoice the answer tells whose it is; without one again, it would be billed.
  const charged: Claim = { kind: "charged", eventId: "other", wasMine: true };
  expect(no({ ...charged, isVoided: true }, true, "other")).toBe("outdated");
  for (const goes of [
    no(dana),
    no(dana, true, "own"),
    no(dana, true, "other", correction),
    no(ran, false, "other"),
    no(charged, true, "other"),
  ])
    expect(goes).toBeUndefined();
});

test("an example leaves only where nobody is billed", () => {
  for (const example of [entryOf({ source: { kind: "example" } }), entryOf({ isExample: true })]) {
    expect(why(example)).toBe("example");
    expect(why(example, { examplesMayLeave: true })).toBe("sends");
  }
});

test("what was replaced by a corrected version stays", () => {
  expect(why(entryOf(), { isReplaced: true })).toBe("replaced");
});

describe("by the last answer", () => {
  test("a charged event never leaves again", () => {
    for (const changedSinceAttempt of [false, true])
      expect(why(entryOf({ ...after("charged"), changedSinceAttempt }), { repeatsAreSafe: true })).toBe(
        "charged",
      );
  });

  test("an unknown one is repeated unchanged, where that is safe", () => {
    const unknown = entryOf(after("unknown"));
    expect(plan(unknown, { repeatsAreSafe: true })).toEqual({ kind: "repeat", expects: "answer" });
    expect(why(unknown)).toBe("unknown-needs-word");
    for (const repeatsAreSafe of [false, true])
      expect(why({ ...unknown, changedSinceAttempt: true }, { repeatsAreSafe })).toBe("unknown-changed");
  });

  test("a withheld one is repeated unchanged, corrected changed", () => {
    const withheld = entryOf({ ...after("withheld"), reason: "Held" });
    expect(plan(withheld, { claim: { kind: "mine", until: 9 } })).toEqual({
      kind: "repeat",
      expects: "withheld",
    });
    expect(plan({ ...withheld, reason: "", changedSinceAttempt: true })).toEqual({
      kind: "correct",
      expects: "charged",
    });
    // Unchanged, its problems are known already.
    expect(why({ ...withheld, blocking: 1 })).toBe("sends");
  });

  test("one held for a person is sent anew", () => {
    const held = entryOf({ ...after("withheld"), serviceVisitId: "v1" });
    const anew = { kind: "correct", expects: "charged" };
    expect(plan(held, { claim: { kind: "mine", until: 9 } })).toEqual(anew);
    expect(plan(held, { claim: { kind: "free" }, isTakenFirst: true })).toEqual(anew);
    expect(why(held, { claim: { kind: "free" } })).toBe("not-taken");
    expect(why({ ...held, blocking: 1 }, { claim: { kind: "mine", until: 9 } })).toBe("blocking-faults");
    expect(plan(entryOf(after("withheld")), { claim: { kind: "free" } })).toMatchObject({ kind: "repeat" });
    // Why another service without a queue holds it is not known.
    expect(plan(entryOf(after("withheld")))).toEqual({ kind: "repeat", expects: "withheld" });
  });

  test("a refused one leaves anew, a known id replaced", () => {
    expect(plan(entryOf(after("refused", { code: "Invalid" })))).toEqual({
      kind: "send",
      expects: "charged",
    });
    expect(plan(entryOf(after("refused", { code: "EventIdReused" })))).toMatchObject({ kind: "correct" });
  });

  test("one the service keeps as refused gets another id", () => {
    const kept = entryOf({ ...after("refused", { number: 1 }), source: { kind: "service" } });
    expect(plan(kept)).toMatchObject({ kind: "correct" });
    expect(plan({ ...kept, ...after("refused", { number: 2 }) })).toMatchObject({ kind: "send" });
    expect(plan({ ...kept, attempts: [] })).toMatchObject({ kind: "send" });
    expect(plan({ ...kept, source: { kind: "new" } })).toMatchObject({ kind: "send" });
  });

  test("another event's invoice blocks until the visit is another", () => {
    const refused = (set: Partial<Attempt>) => after("refused", { code: "VisitAlreadyInvoiced", ...set });
    const named = entryOf({ ...refused({ visitId: "v1" }), visitId: "v1" });
    expect(why(named)).toBe("visit-charged");
    expect(why({ ...named, changedSinceAttempt: true })).toBe("visit-charged");
    expect(why({ ...named, visitId: "v2" })).toBe("sends");
    const unnamed = entryOf(refused({}));
    expect(why(unnamed)).toBe("visit-charged");
    expect(why({ ...unnamed, changedSinceAttempt: true })).toBe("sends");
    expect(why(entryOf(after("withheld", { code: "VisitAlreadyInvoiced" })))).toBe("sends");
  });
});

describe("by the visit's other events", () => {
  test("a charged one blocks it", () => {
    const entry = entryOf();
    expect(why(entry, among(entry, otherOf({ state: "charged" })))).toBe("visit-charged");
    expect(why(entry, among(entry, otherOf({ state: "refused" })))).toBe("sends");
  });

  test("one on its way or unanswered blocks it", () => {
    const entry = entryOf();
    for (const isInOutbox of [false, true]) {
      const facts = (other: VisitEntry) => ({ ...among(entry, other), isInOutbox });
      expect(why(entry, facts(otherOf({ state: "unknown" })))).toBe("visit-unsettled");
      expect(why(entry, facts(otherOf({ queued: queuedAs("sending") })))).toBe("visit-unsettled");
    }
  });

  test("one that waits blocks it unless both wait", () => {
    const entry = entryOf();
    for (const state of ["waiting", "held"] as const) {
      const facts = among(entry, otherOf({ queued: queuedAs(state) }));
      expect(why(entry, facts)).toBe("visit-unsettled");
      expect(why(entry, { ...facts, isInOutbox: true })).toBe("sends");
    }
  });

  test("it does not block itself", () => {
    const entry = entryOf({ state: "waiting", queued: queuedAs("sending") });
    expect(why(entry)).toBe("sends");
  });

  test("a charge removed from the device still blocks", () => {
    for (const repeatsAreSafe of [false, true])
      expect(why(entryOf(), { removedCharge: "visit", repeatsAreSafe })).toBe("visit-charged");
    expect(why(entryOf(), { removedCharge: "event" })).toBe("charged");
    // The service recognizes it and answers as before.
    expect(why(entryOf(), { removedCharge: "event", repeatsAreSafe: true })).toBe("sends");
  });
});

describe("by who has the visit", () => {
  const ofService = entryOf({ serviceVisitId: "v1" });
  const claimed = (claim: Claim, facts: Partial<PlanFacts> = {}) => why(ofService, { claim, ...facts });
  const mine: Claim = { kind: "mine", until: 9 };

  test.each<[Claim, BlockReason | "sends"]>([
    [mine, "sends"],
    [{ kind: "charged", eventId: "own", wasMine: true }, "charged"],
    [{ kind: "charged", eventId: "other", wasMine: true }, "visit-charged"],
    [{ kind: "closed", wasMine: true }, "visit-closed"],
    [{ kind: "theirs", by: "robin", until: 9, wasMine: false }, "taken"],
    [{ kind: "ran-out" }, "not-taken"],
    [{ kind: "free" }, "not-taken"],
    [{ kind: "unknown" }, "not-taken"],
  ])("%o: %s", (claim, expected) => {
    expect(claimed(claim)).toBe(expected);
  });

  test("it is taken first only where nobody has it", () => {
    expect(claimed({ kind: "free" }, { isTakenFirst: true })).toBe("sends");
    expect(claimed({ kind: "unknown" }, { isTakenFirst: true })).toBe("not-taken");
    expect(claimed({ kind: "ran-out" }, { isTakenFirst: true })).toBe("not-taken");
    expect(claimed({ kind: "closed", wasMine: false }, { isTakenFirst: true })).toBe("visit-closed");
  });

  test("submitted while it was theirs, it leaves", () => {
    expect(claimed({ kind: "free" }, { isInOutbox: true })).toBe("sends");
    expect(claimed({ kind: "unknown" }, { isInOutbox: true })).toBe("sends");
    expect(claimed({ kind: "ran-out" }, { isInOutbox: true })).toBe("not-taken");
  });

  test("what the service does not have needs no taking", () => {
    for (const kind of ["free", "unknown"] as const)
      expect(why(entryOf(), { claim: { kind } })).toBe("sends");
    expect(why(ofService)).toBe("sends");
  });
});

describe("a correction of a charge", () => {
  const by = (invoice: number, reason = "Wrong level", set: Partial<VisitEntry> = {}) =>
    entryOf({ source: { kind: "correction", name: "begun from", corrects: { invoice, reason } }, ...set });
  const other = (set: Partial<VisitEntry>) => ({ ...by(7), eventId: "other", ...set });
  const chargedBy = (eventId: string, isVoided?: true): Partial<PlanFacts> => ({
    claim: { kind: "charged", eventId, wasMine: true, ...(isVoided && { isVoided }) },
  });

  test("leaves once the user has said why", () => {
    expect(plan(by(7))).toEqual({ kind: "send", expects: "charged" });
    expect(why(by(7, ""))).toBe("unexplained");
    expect(why(by(0))).toBe("corrected-elsewhere");
  });

  test("replaces only the invoice that it was begun from", () => {
    expect(why(by(7), chargedBy("begun from"))).toBe("sends");
    expect(why(by(7), chargedBy("begun from", true))).toBe("visit-corrected");
    expect(why(by(7), chargedBy("another"))).toBe("visit-corrected");
    expect(why(by(7), { claim: { kind: "closed", wasMine: true } })).toBe("sends");
    expect(why(by(7, "Wrong level", after("refused", { code: "InvoiceNotNewest" })))).toBe("visit-corrected");
    expect(why(by(7, "Wrong level", after("refused", { code: "Other" })))).toBe("sends");
  });

  test("is the only one of its invoice that leaves", () => {
    const own = by(7);
    const beside = (set: Partial<VisitEntry>, facts: Partial<PlanFacts> = {}) =>
      why(own, { ...among(own, other(set)), ...facts });
    expect(beside({ state: "charged" })).toBe("visit-corrected");
    expect(beside({ state: "charged", source: by(6).source })).toBe("sends");
    expect(beside({ state: "charged", source: { kind: "import" } })).toBe("sends");
    expect(beside({})).toBe("sends");
    expect(beside({ state: "unknown" })).toBe("visit-unsettled");
    expect(beside({ state: "unknown" }, { isInOutbox: true })).toBe("visit-unsettled");
    expect(beside({ queued: queuedAs("waiting") })).toBe("visit-unsettled");
    expect(beside({ queued: queuedAs("waiting") }, { isInOutbox: true })).toBe("sends");
    expect(beside({ queued: queuedAs("sending") }, { isInOutbox: true })).toBe("visit-unsettled");
    expect(why({ ...own, state: "unknown", queued: queuedAs("sending") })).toBe("sends");
  });
});

test("what is to be merged waits for that", () => {
  expect(why(entryOf({ hasIncoming: true }))).toBe("to-be-merged");
});

test("what came in since is looked at first", () => {
  expect(why(entryOf({}), { isOutdated: true })).toBe("outdated");
  expect(why(entryOf({}), { isOutdated: false })).toBe("sends");
});

test("half an entry is looked at first, whatever is allowed", () => {
  const half = entryOf({ isUnfinished: true });
  expect([why(half), why(half, { allowFaults: true })]).toEqual(["unfinished", "unfinished"]);
  expect(why(entryOf({ isUnfinished: false }))).toBe("sends");
  expect(plan({ ...half, ...after("unknown") }, { repeatsAreSafe: true }).kind).toBe("repeat");
});

test("blocking problems stop it unless the user allows them", () => {
  expect(why(entryOf({ blocking: 1 }))).toBe("blocking-faults");
  expect(why(entryOf({ blocking: 1 }), { allowFaults: true })).toBe("sends");
  expect(why(entryOf({ warnings: 3 }))).toBe("sends");
});
