import { expect, test } from "vitest";
import { takenBy } from "#room/workspace/attempts/blocked.ts";
import type { QueuedSend, SendResult } from "#room/workspace/attempts/outbox-entry.ts";
import { factsOfResult, newPlace } from "./outgoing-queue.ts";
import { asked, attempt, decisionOf, noAnswer, policyOf, rowOf } from "./test-policy.ts";

test("what is submitted anew is told unsent no more", () => {
  const { queued: _queued, ...draft } = rowOf({}, { state: "draft", notSent: "Changed", queuedRevision: 1 });
  const placed = policyOf().policy.placed(draft, newPlace(200));
  expect(placed).toStrictEqual(rowOf({ since: 200 }));
});

function concluded(result: SendResult, queued: Partial<QueuedSend> = {}, { isSafe = true } = {}) {
  const known = rowOf({ state: "sending", tries: 2, ...queued }, { attempts: [attempt] });
  const facts = factsOfResult(result, 3);
  return policyOf([], { isSafe }).policy.concluded(known, result, { facts, now: 1000, random: 0 });
}

test("no answer is asked for again, where that is safe", () => {
  const place = { state: "waiting", reason: "settle", repeats: true, since: 100 };
  const first = concluded(noAnswer);
  expect(first.queued).toStrictEqual({ ...place, notBefore: 21_000, tries: 1 });
  expect([first.state, first.attempts[0]?.outcome]).toEqual(["unknown", "unknown"]);
  expect(concluded(noAnswer, { repeats: true }).queued).toStrictEqual({
    ...place,
    notBefore: 301_000,
    tries: 3,
  });
  for (const over of [
    concluded(noAnswer, { repeats: true, tries: 3 }),
    concluded(noAnswer, {}, { isSafe: false }),
  ]) {
    expect(over).not.toHaveProperty("queued");
    expect(over.state).toBe("unknown");
  }
});

test("an answer is the row's state, and nothing waits on", () => {
  const refused = { kind: "refused", code: "NotEmpty", message: "No", fields: [] } as const;
  for (const result of [{ kind: "charged" }, { kind: "withheld" }, refused] as const) {
    const row = concluded(result);
    expect(row).not.toHaveProperty("queued");
    expect([row.state, row.attempts[0]?.outcome, row.attempts[0]?.durationMs]).toEqual([
      result.kind,
      result.kind,
      3,
    ]);
    expect(row.attempts[0]).not.toHaveProperty("leavesUnknown");
  }
  expect(concluded({ kind: "sent", messageId: 1 }).state).toBe("unknown");
});

test("a refused repeat tells nothing of the first, unless safe", () => {
  const refused = { kind: "refused", code: "Twice", message: "No", fields: [] } as const;
  const leaves = (...of: Parameters<typeof concluded>) => concluded(...of).attempts[0]?.leavesUnknown;
  const isUnsafe = { isSafe: false };
  expect(leaves(refused, { repeats: true }, isUnsafe)).toBe(true);
  expect([
    leaves(refused, { repeats: true }),
    leaves(refused, {}, isUnsafe),
    leaves({ kind: "charged" }, { repeats: true }, isUnsafe),
  ]).toEqual([undefined, undefined, undefined]);
});

test("a repeat is not sent over another’s work, unless confirmed", async () => {
  const unknown = { attempts: [asked], attemptRevision: 3 };
  const repeat = rowOf({ repeats: true }, unknown);
  const taken = { newest: "b", claim: { kind: "theirs", by: "robin", until: 9000, wasMine: true } } as const;
  const { decide, rewritten } = policyOf([repeat], taken);
  expect(await decide()).toEqual({ kind: "drop", code: "taken", message: takenBy("robin").message });
  expect(rewritten).toMatchObject([undefined, { eventId: "a", attempts: [{ outcome: "not-accepted" }] }]);
  expect(await decisionOf(repeat, { ...taken, newest: "a" })).toMatchObject({ kind: "go" });
  const confirmed = rowOf({ repeats: true, confirmed: true }, unknown);
  expect(await decisionOf(confirmed, taken)).toMatchObject({ kind: "go" });
});
