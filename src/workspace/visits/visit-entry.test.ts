import { expect, test } from "vitest";
import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import { newPlace } from "#room/workspace/outbox/outgoing-queue.ts";
import { isOpenCorrection } from "./correction-entry.ts";
import {
  cameToNothing,
  changedWhileWaiting,
  restated,
  rewritten,
  takenBack,
  unkeptEntry,
  type VisitEntry,
} from "./visit-entry.ts";

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  startedAt: 1,
  by: "casey",
  contentHash: "h",
  ...more,
});

const entryOf = (more: Partial<VisitEntry>): VisitEntry => ({ ...unkeptEntry, eventId: "a", ...more });

test.each([
  [undefined, "draft"],
  ["not-accepted", "draft"],
  ["sent", "draft"],
  ["withheld", "withheld"],
  ["refused", "refused"],
  ["charged", "charged"],
  ["unknown", "unknown"],
] as const)("after the outcome %s its state is %s", (outcome, state) => {
  const entry = entryOf({ attempts: outcome ? [attempt({ outcome })] : [], state: "waiting" });
  const told = restated(entry);
  expect(told.state).toBe(state);
  expect(restated(told)).toBe(told);
});

test("what waits is changed: it is to be submitted again", () => {
  const queued = newPlace(1);
  const changed = (more: Partial<VisitEntry>) => {
    const { queued: place, notSent } = rewritten(entryOf({ queued, queuedRevision: 1, ...more }));
    return { isQueued: place !== undefined, notSent };
  };
  expect(changed({})).toEqual({ isQueued: false, notSent: changedWhileWaiting });
  expect(changed({ hasIncoming: true })).toEqual({
    isQueued: false,
    notSent: expect.stringContaining("Merge the two"),
  });
  // Its request has left, or repeats what was sent: the place is that of what was submitted.
  for (const more of [{ state: "sending" }, { repeats: true }] as const)
    expect(changed({ queued: { ...queued, ...more } })).toEqual({ isQueued: true, notSent: undefined });
  expect(rewritten(entryOf({}))).toEqual(entryOf({}));
});

test("an attempt that never left is taken back", () => {
  const before = attempt({ outcome: "withheld" });
  const open = (contentHash: string) => attempt({ number: 2, contentHash });
  const back = (attempts: readonly Attempt[]) =>
    takenBack(entryOf({ attempts, attemptRevision: 2, changedSinceAttempt: false }));
  expect(back([before])).toEqual(entryOf({ attempts: [before], attemptRevision: 2 }));
  // The draft still is what the attempt before it sent.
  expect(back([before, open("h")])).toEqual(entryOf({ attempts: [before], attemptRevision: 2 }));
  expect(back([before, open("other")])).toEqual(entryOf({ attempts: [before], changedSinceAttempt: true }));
  expect(back([open("h")])).toEqual(entryOf({ attempts: [] }));
});

test("attempts without an answer came to nothing, the others stand", () => {
  const attempts = [attempt({ outcome: "withheld" }), attempt({ number: 2, outcome: "unknown" })];
  expect(cameToNothing(entryOf({ attempts })).attempts).toEqual([
    attempts[0],
    attempt({ number: 2, outcome: "not-accepted" }),
  ]);
});

test("a correction is open until it has charged", () => {
  const corrects = { kind: "correction", corrects: { invoice: 7, reason: "" } } as const;
  const isOpen = (source: VisitEntry["source"], state: VisitEntry["state"]) =>
    isOpenCorrection({ source, state });
  expect([isOpen(corrects, "draft"), isOpen(corrects, "charged")]).toEqual([true, false]);
  expect([isOpen({ kind: "new" }, "draft"), isOpen({ kind: "new" }, "charged")]).toEqual([false, false]);
});
